export type Tone = "error" | "success" | "info";

const elsewhereMs = 6000;
const accountMs = 4000;
const account = /^(\/en)?\/kundenkonto(\/(?!registrieren$)|$)/;

/**
 * How long a passing message shows before it fades, in milliseconds, by the page's path. In the account a success goes
 * sooner, and whatever else stays until it is closed: undefined. Who registers is not in the account yet.
 */
export function shownFor(tone: Tone, path: string): number | undefined {
  if (!account.test(path)) return elsewhereMs;
  return tone === "success" ? accountMs : undefined;
}
