/** Moves the focus to the first choice that is to be made in a form, of the group at that position; true, for the message beside it. */
export function focusFirst(form: HTMLFormElement, group = 0): true {
  const groups = form.querySelectorAll("fieldset");
  const choices = "input[type=radio]:not(:disabled)";
  const at = groups[group];
  (at?.querySelector<HTMLElement>("select") ?? at?.querySelector<HTMLElement>(choices))?.focus();
  return true;
}
