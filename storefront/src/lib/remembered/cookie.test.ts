import { expect, it } from "vitest";
import { comparedIds, cookieOf, readIds } from "./cookie";

it("reads back what it wrote, among other cookies", () => {
  const cookies = `a=1; ${cookieOf("kontor_seen", [3, 1]).split(";")[0]}; kontor_seen_not=9`;
  expect(readIds(cookies, "kontor_seen")).toEqual([3, 1]);
  expect(readIds(cookies, "kontor_compare")).toEqual([]);
});

it("passes over what is no id", () => {
  expect(readIds("kontor_seen=x.-1.2.2.1e400..7", "kontor_seen")).toEqual([2, 7]);
});

it("deletes the cookie with the last id", () => {
  expect(cookieOf("kontor_compare", [])).toContain("Max-Age=0");
  expect(cookieOf("kontor_compare", [1])).not.toContain("Max-Age");
});

it("compares what is put in once, however often that is said, and has room for four", () => {
  expect(comparedIds([2, 1], 3, true)).toEqual([3, 2, 1]);
  expect(comparedIds([4, 3, 2, 1], 1, true)).toEqual([4, 3, 2, 1]);
  expect(comparedIds([4, 3, 2, 1], 5, true)).toBeUndefined();
  expect(comparedIds([4, 3, 2, 1], 3, false)).toEqual([4, 2, 1]);
  expect(comparedIds([1], 3, false)).toEqual([1]);
});
