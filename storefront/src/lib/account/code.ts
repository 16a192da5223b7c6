/** How many digits a mailed code has. */
export const codeLength = 6;

/** The boxes after something was typed or pasted into one of them, and the box to go to. */
export function spread(boxes: readonly string[], at: number, text: string): { boxes: string[]; focus: number } {
  const digits = [...text.replace(/\D/g, "")];
  const next = [...boxes];
  // A whole code fills all boxes, wherever it was pasted.
  const start = digits.length >= codeLength ? 0 : at;
  digits.slice(0, codeLength - start).forEach((digit, n) => (next[start + n] = digit));
  if (digits.length === 0) next[at] = "";
  return { boxes: next, focus: Math.min(digits.length === 0 ? at : start + digits.length, codeLength - 1) };
}

/** What was typed into a box that had a digit before: typing beside it replaces it. */
export function typed(before: string, now: string): string {
  return before !== "" && now.length === 2 ? now.replace(before, "") : now;
}
