/**
 * Gives the focus to what an element stands in, because the element is about to go: to the nearest around it that can have
 * the focus by a program, as a step of the checkout or the page itself.
 */
export function leave(element: Element): void {
  element.parentElement?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
}

/**
 * The ref of a button that goes while what failed is tried again, be it pressed or because the shop tries by itself: the focus
 * that it had then leaves it.
 */
export const leaves = (button: Element | null) => () => {
  if (button && button === document.activeElement) leave(button);
};
