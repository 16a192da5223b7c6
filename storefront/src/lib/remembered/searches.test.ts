import { expect, it } from "vitest";
import { recentSearches, rememberSearch } from "./searches";

function memory(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

it("keeps the last five searches, each once, the newest first", () => {
  const storage = memory();
  for (const term of ["a", "b", "c", "d", "e", "f", "B"]) rememberSearch(storage, term);
  expect(recentSearches(storage)).toEqual(["B", "f", "e", "d", "c"]);
});

it("takes what it cannot read for none", () => {
  expect(recentSearches(memory("{"))).toEqual([]);
  expect(recentSearches(memory('{"a":1}'))).toEqual([]);
  expect(recentSearches(memory('["a",1]'))).toEqual(["a"]);
});
