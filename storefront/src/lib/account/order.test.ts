import { expect, test } from "vitest";
import { expiryText, hiddenNumber } from "./card";
import { defaultSpan, hasOrdered, priceText, spansOf, sumText } from "./order";

test("spans come before years, and years fall; six months are shown first", () => {
  expect(defaultSpan).toBe("180");
  expect(spansOf({ "30": "a", "180": "b", "2024": "2024", "2026": "2026" })).toEqual(["30", "180", "2026", "2024"]);
  expect(spansOf({})).toEqual([]);
});

test("who has ordered has a year of it to filter by", () => {
  expect(hasOrdered({ "30": "a", "180": "b", "2024": "2024" })).toBe(true);
  expect(hasOrdered({ "30": "a", "180": "b" })).toBe(false);
});

test("a missing price is NaN, and so is a sum of nothing; no line ends before the euro sign", () => {
  expect(priceText("1.234,56", "de")).toBe("1.234,56\u00a0€");
  expect(priceText("0,00", "de")).toBe("0,00\u00a0€");
  expect([priceText(undefined, "de"), priceText("", "de"), sumText("0,00", "de"), sumText(undefined, "de")]).toEqual(
    Array(4).fill("NaN"),
  );
  expect(sumText("10,00", "de")).toBe("10,00\u00a0€");
});

test("a saved card shows its last group and its month", () => {
  expect(hiddenNumber("411111XXXXXX1111")).toBe("•••• •••• •••• 1111");
  expect(expiryText("1249")).toBe("12 / 2049");
});

test("writes prices in English as English has them", () => {
  expect(priceText("1.234,56", "en")).toBe("€1,234.56");
  expect(priceText("-224,20", "en")).toBe("-€224.20");
  expect(sumText("0,00", "en")).toBe("NaN");
});
