import { expect, it } from "vitest";
import { termOf } from "./term";

it("reads what was searched for", () => {
  expect(termOf("gaming%20notebook%20%2B%20Maus")).toBe("gaming notebook + Maus");
  expect(termOf("100%")).toBe("100%");
});

it("cuts after 80 characters, none of them in two", () => {
  expect(termOf("a".repeat(81))).toBe("a".repeat(80));
  const cut = termOf(encodeURIComponent(`${"a".repeat(79)}💻💻`));
  expect(cut).toBe(`${"a".repeat(79)}💻`);
  expect(encodeURIComponent(cut)).toContain("%F0%9F%92%BB");
});
