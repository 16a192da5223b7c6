import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { brandName } from "./card-brand";

it.each([
  ["V", "VISA"],
  ["M", "MasterCard"],
  ["A", "AmericanExpress"],
  ["D", "Diners"],
  ["C", "Discover"],
])("writes brand %s as the card method does that offers it", (letter, brand) => {
  const file = path.resolve(import.meta.dirname, "../../../../plugins/payment/payone/texts.json");
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, { de: string; en: string }>;
  const name = brandName(brand);
  expect(texts[`card_${letter}`]).toEqual({ de: name, en: name });
});

it("gives a brand that it does not know as it is", () => {
  expect(brandName("JCB")).toBe("JCB");
});
