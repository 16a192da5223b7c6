import { expect, it } from "vitest";
import { searchPath, termOf, wordsOf } from "./term";

it("reads what was searched for", () => {
  expect(termOf("gaming%20notebook%20%2B%20Maus")).toBe("gaming notebook + Maus");
  expect(termOf("100%")).toBe("100%");
  expect(termOf("%20maus%20")).toBe("maus");
  expect(termOf("%20")).toBe("");
});

it.each([".", "..", "...", "a/b?", ".net", "größe 1"])("gives %s an address that browsers keep", (term) => {
  const { pathname } = new URL(searchPath(term), "https://kontor.example");
  const [, first, segment = "", ...more] = pathname.split("/");
  expect([first, termOf(segment), more]).toEqual(["produkte", term, []]);
});

it("cuts after 80 characters, none of them in two", () => {
  expect(termOf("a".repeat(81))).toBe("a".repeat(80));
  const cut = termOf(encodeURIComponent(`${"a".repeat(79)}💻💻`));
  expect(cut).toBe(`${"a".repeat(79)}💻`);
  expect(encodeURIComponent(cut)).toContain("%F0%9F%92%BB");
});

it("gives the words that can be searched for by themselves", () => {
  expect(wordsOf("geforce  rtx 50 super geforce")).toEqual(["geforce", "rtx", "super"]);
  expect(wordsOf("eins zwei drei vier fünf sechs")).toHaveLength(5);
  expect(wordsOf(" geforce ")).toEqual([]);
});
