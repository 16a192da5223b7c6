import { expect, it } from "vitest";
import { formatterOf } from "./use-formatter";

// The server writes days in the same way: core/catalog/lang_test.go.
it.each([
  ["de", "3. November 2026", "03.11.2026", "15:04"],
  ["en", "3 November 2026", "3 Nov 2026", "15:04"],
] as const)("writes dates in one way (%s)", (locale, long, medium, time) => {
  const format = formatterOf(locale, "Europe/Berlin");
  const at = new Date("2026-11-03T14:04:00Z");
  expect(format.dateTime(at, { dateStyle: "long" })).toBe(long);
  expect(format.dateTime(at, { dateStyle: "medium" })).toBe(medium);
  expect(format.dateTime(at, { timeStyle: "short" })).toBe(time);
});
