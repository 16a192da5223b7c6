import { expect, it } from "vitest";
import { block, blockedUntil } from "./block";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
}

it.each([
  ["newsletter", 60],
  ["review", 60],
  ["comment", 10],
] as const)("blocks the %s form for %i minutes after a submit", (form, minutes) => {
  const kept = storage();
  expect(blockedUntil(kept, form, 1000)).toBeUndefined();
  block(kept, form, 1000);
  expect(blockedUntil(kept, form, 1000 + minutes * 60_000 - 1)).toBe(1000 + minutes * 60_000);
  expect(blockedUntil(kept, form, 1000 + minutes * 60_000)).toBeUndefined();
});

it("takes the shop's time where it names one, and blocks no other form", () => {
  const kept = storage();
  block(kept, "review", 1000, 5);
  expect([blockedUntil(kept, "review", 4999), blockedUntil(kept, "review", 5000)]).toEqual([5000, undefined]);
  expect(blockedUntil(kept, "comment", 4999)).toBeUndefined();
});
