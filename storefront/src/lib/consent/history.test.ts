import { expect, it } from "vitest";
import { keptEntries, parseHistory, withDecision, type Entry } from "./history";

it("keeps every decision about every service, the newest last", () => {
  const first = withDecision([], { a: true, b: true }, "acceptAll", 1);
  const second = withDecision(first, { a: false, b: true }, "save", 2);
  expect(second.filter((entry) => entry.serviceName === "a").map((entry) => [entry.status, entry.timestamp])).toEqual([
    [true, 1],
    [false, 2],
  ]);
  expect(second).toHaveLength(4);
});

it("forgets the oldest entries", () => {
  let history: Entry[] = [];
  for (let at = 0; at < keptEntries + 5; at++) history = withDecision(history, { a: true }, "save", at);
  expect(history).toHaveLength(keptEntries);
  expect(history[0]?.timestamp).toBe(5);
});

it("reads nothing from what it did not write", () => {
  expect(parseHistory(null)).toEqual([]);
  expect(parseHistory("{")).toEqual([]);
  expect(parseHistory('{"a":1}')).toEqual([]);
});
