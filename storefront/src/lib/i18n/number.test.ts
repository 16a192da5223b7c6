import { expect, it } from "vitest";
import { formatInteger, formatTenths } from "./number";

it.each([
  ["de", "de-DE"],
  ["en", "en-IE"],
])("writes numbers as Intl does (%s)", (locale, region) => {
  const intl = new Intl.NumberFormat(region);
  for (const value of [0, 7, 10, 999, 1000, 16222, 100000, 1234567, -1000, -12]) {
    expect(formatInteger(value, locale)).toBe(intl.format(value));
  }
  for (const tenths of [0, 1, 10, 40, 43, 50, 12345])
    expect(formatTenths(tenths, locale)).toBe(intl.format(tenths / 10));
});
