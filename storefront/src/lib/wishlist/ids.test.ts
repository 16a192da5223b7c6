import { expect, it } from "vitest";
import { isMissing, toggled } from "./ids";

it("puts an id to the front once, and takes it out", () => {
  expect(toggled([2, 1], 1, true)).toEqual([1, 2]);
  expect(toggled([2, 1], 3, true)).toEqual([3, 2, 1]);
  expect(toggled([2, 1], 2, false)).toEqual([1]);
  expect(toggled([1], 9, false)).toEqual([1]);
});

it("tells whether something is wished that is not known yet", () => {
  expect(isMissing([1], undefined)).toBe(true);
  expect(isMissing([1, 2], [{ id: 2 }])).toBe(true);
  expect(isMissing([2], [{ id: 1 }, { id: 2 }])).toBe(false);
  expect(isMissing([], undefined)).toBe(false);
});
