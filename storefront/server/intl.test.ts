import { expect, it } from "vitest";
import { keepFormats } from "./intl.mjs";

it("makes each format once, and formats as ever", () => {
  const intl = { DateTimeFormat: Intl.DateTimeFormat, NumberFormat: Intl.NumberFormat, PluralRules: Intl.PluralRules };
  keepFormats(intl);
  const euros = () => new intl.NumberFormat("de", { style: "currency", currency: "EUR" });
  expect(euros()).toBe(euros());
  expect(euros()).not.toBe(new intl.NumberFormat("en", { style: "currency", currency: "EUR" }));
  expect(euros().format(1299)).toBe(new Intl.NumberFormat("de", { style: "currency", currency: "EUR" }).format(1299));
  expect(new intl.PluralRules("de", { type: "cardinal" }).select(1)).toBe("one");
  expect(new intl.PluralRules("de")).toBeInstanceOf(Intl.PluralRules);
});
