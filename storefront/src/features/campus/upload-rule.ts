import { squeeze, unprintable } from "@/lib/checkout/rules";

/** What the form of a document holds; dates as 2026-03-31. */
export type Form = { type: string; school: string; from: string; to: string; born: string; terms: boolean };

/** The most that a document may have, in bytes: 2.5 MB. */
export const maxFile = 2_500_000;

const minAge = 16;
const school = { min: 3, max: 120 };
const longestDays = 6 * 366;
const dayMs = 86_400_000;
const fileTypes = ["image/jpeg", "image/gif", "image/png", "application/pdf"];

/** Today in the shop's time zone, as 2026-03-31: the server counts by it wherever the visitor is. */
export function today(): string {
  return new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" }); // Swedes write days so
}

/** The day on which somebody born on a day turns 16. */
function sixteenth(born: string): string {
  return String(Number(born.slice(0, 4)) + minAge) + born.slice(4);
}

/** Whether a text is a day that people can mean: 2026-02-30 is none, and neither is the year 199. */
function isDay(text: string): boolean {
  const year = Number(/^(\d{4})-\d\d-\d\d$/.exec(text)?.[1] ?? 0);
  const day = new Date(`${text}T00:00:00Z`);
  return year >= 1900 && year <= 2999 && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text);
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;

function schoolWrong(text: string): string | undefined {
  const name = squeeze(text);
  const length = [...name].length;
  if (length < school.min) return "school";
  return length > school.max || unprintable.test(name) ? "schoolInvalid" : undefined;
}

function endWrong({ from, to }: Form, now: string): boolean {
  if (!isDay(to) || to < now) return true;
  return isDay(from) && (to <= from || daysBetween(from, to) > longestDays);
}

/** What is wrong with the form, by field; the values are keys of its messages. The server decides again. */
export function wrongOf(form: Form, file: Pick<File, "size" | "type"> | undefined, now: string) {
  const wrong: Partial<Record<keyof Form | "file", string>> = {};
  if (form.type === "") wrong.type = "missing";
  const named = schoolWrong(form.school);
  if (named) wrong.school = named;
  if (!isDay(form.from) || form.from > now) wrong.from = "date";
  if (endWrong(form, now)) wrong.to = "date";
  if (!isDay(form.born)) wrong.born = "date";
  else if (sixteenth(form.born) > now) wrong.born = "young";
  if (!file) wrong.file = "file";
  else if (file.size > maxFile) wrong.file = "big";
  else if (!fileTypes.includes(file.type)) wrong.file = "type";
  if (!form.terms) wrong.terms = "terms";
  return wrong;
}
