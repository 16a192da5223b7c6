import { createFormatter, type Locale } from "next-intl";
import { expect, it } from "vitest";
import { writtenAs } from "./written-as";

it.each([
  ["de", "3. November 2026", "03.11.2026", "15:04"],
  ["en", "3 November 2026", "3 Nov 2026", "15:04"],
])("writes dates in one way (%s)", (locale, long, medium, time) => {
  const format = createFormatter({ locale: writtenAs(locale) as Locale, timeZone: "Europe/Berlin" });
  const at = new Date("2026-11-03T14:04:00Z");
  expect(format.dateTime(at, { dateStyle: "long" })).toBe(long);
  expect(format.dateTime(at, { dateStyle: "medium" })).toBe(medium);
  expect(format.dateTime(at, { timeStyle: "short" })).toBe(time);
});
