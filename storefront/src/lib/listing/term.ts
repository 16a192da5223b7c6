/** How many characters of a search count; the rest is cut off, as the server does. */
const maxTermChars = 80;

/** What is searched for, from a part of an address. */
export const termOf = (segment: string) => termIn(decoded(segment));

/** What a text searches for. Characters are cut whole: half of one cannot stand in an address again. */
export const termIn = (text: string) => [...text.trim()].slice(0, maxTermChars).join("").trim();

/**
 * The address of a search. "." and ".." by themselves are no part of an address: browsers drop them, also encoded. A blank
 * behind them, which a search does not count, lets them stand.
 */
export const searchPath = (term: string) =>
  `/produkte/${encodeURIComponent(term)}${term === "." || term === ".." ? "%20" : ""}`;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const maxWords = 5;
const minWordChars = 3;

/** The different words of a search that can be searched for by themselves; none where it is a single word. */
export function wordsOf(term: string): string[] {
  const words = [...new Set(term.split(/\s+/).filter((word) => [...word].length >= minWordChars))];
  return words.filter((word) => word !== term.trim()).slice(0, maxWords);
}
