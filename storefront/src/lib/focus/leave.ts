/**
 * The ref of a button that goes while what failed is tried again, be it pressed or because the shop tries by itself. The focus that
 * it had goes to the nearest around it that can have it by a program, as a step of the checkout or the page itself.
 */
export const leaves = (button: Element | null) => () => {
  if (button === document.activeElement)
    button?.parentElement?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
};
