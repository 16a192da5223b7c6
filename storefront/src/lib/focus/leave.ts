/**
 * Gives the focus to what an element stands in, because the element is about to go: to the nearest around it that can have
 * the focus by a program, as a step of the checkout or the page itself.
 */
export function leave(element: Element): void {
  element.parentElement?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
}
