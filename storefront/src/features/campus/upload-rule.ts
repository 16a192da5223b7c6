/** What the form of a document holds; dates as 2026-03-31. */
export type Form = { type: string; school: string; from: string; to: string; born: string; terms: boolean };

/** The most that a document may have, in bytes: 2.5 MB. */
export const maxFile = 2_500_000;

const minAge = 16;
const fileTypes = ["image/jpeg", "image/gif", "image/png", "application/pdf"];

/** Today in the visitor's time zone, as 2026-03-31. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** The day on which somebody born on a day turns 16. */
function sixteenth(born: string): string {
  return String(Number(born.slice(0, 4)) + minAge) + born.slice(4);
}

/** What is wrong with the form, by field; the values are keys of its messages. The server decides again. */
export function wrongOf(form: Form, file: Pick<File, "size" | "type"> | undefined, now: string) {
  const wrong: Partial<Record<keyof Form | "file", string>> = {};
  if (form.type === "") wrong.type = "missing";
  if (form.school.trim() === "") wrong.school = "missing";
  if (form.from === "" || form.from > now) wrong.from = "date";
  if (form.to === "" || form.to < now || form.to < form.from) wrong.to = "date";
  if (form.born === "") wrong.born = "date";
  else if (sixteenth(form.born) > now) wrong.born = "young";
  if (!file) wrong.file = "file";
  else if (file.size > maxFile) wrong.file = "big";
  else if (!fileTypes.includes(file.type)) wrong.file = "type";
  if (!form.terms) wrong.terms = "terms";
  return wrong;
}
