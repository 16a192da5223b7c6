/** Moves the focus to the first field of a form that is wrong, as they stand on the page. */
export function focusFirstWrong(form: HTMLFormElement | null, isWrong: (name: string) => boolean): void {
  const fields = Array.from(form?.elements ?? []) as HTMLInputElement[];
  fields.find(({ name }) => name !== "" && isWrong(name))?.focus();
}
