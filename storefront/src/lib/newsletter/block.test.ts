import { expect, it } from "vitest";
import { block, isBlocked } from "./block";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
}

it("blocks for an hour after a submit", () => {
  const kept = storage();
  expect(isBlocked(kept, 1000)).toBe(false);
  block(kept, 1000);
  expect(isBlocked(kept, 1000 + 59 * 60_000)).toBe(true);
  expect(isBlocked(kept, 1000 + 60 * 60_000)).toBe(false);
});

it("takes the shop's time where it names one", () => {
  const kept = storage();
  block(kept, 1000, 5);
  expect([isBlocked(kept, 4999), isBlocked(kept, 5000)]).toEqual([true, false]);
});
