import type { Reason } from "@/lib/checkout/rules";

/** The fields of a review's form; a comment has neither stars nor title. */
export type ReviewForm = { author: string; stars: number; title: string; text: string };

export const emptyReview: ReviewForm = { author: "", stars: 0, title: "", text: "" };

const bounds = {
  review: { author: [2, 40], title: [3, 100], text: [20, 4000] },
  comment: { author: [2, 40], text: [2, 1000] },
} as const;

export type ReviewKind = keyof typeof bounds;

/** The most characters of a field, for its input. */
export const maxText = (kind: ReviewKind): number => bounds[kind].text[1];

/** What is wrong with the form, by field. The server checks the same, and decides. */
export function wrongOf(kind: ReviewKind, form: ReviewForm): Partial<Record<keyof ReviewForm, Reason>> {
  const wrong: Partial<Record<keyof ReviewForm, Reason>> = {};
  if (kind === "review" && !(form.stars >= 1 && form.stars <= 5)) wrong.stars = { key: "unchosen" };
  for (const [field, [min, max]] of Object.entries(bounds[kind])) {
    const name = field as "author" | "title" | "text";
    const length = [...form[name].trim()].length;
    if (length === 0) wrong[name] = { key: "missing" };
    else if (length < min) wrong[name] = { key: "too_short", length: min };
    else if (length > max) wrong[name] = { key: "too_long", length: max };
  }
  return wrong;
}
