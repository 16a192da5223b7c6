import { expect, it } from "vitest";
import { alternatesOf } from "./alternates";

it("names a page in each language, and itself in its own", () => {
  expect(alternatesOf("/produkt/karte-1", "en")).toEqual({
    canonical: "/en/produkt/karte-1",
    languages: { de: "/produkt/karte-1", en: "/en/produkt/karte-1", "x-default": "/produkt/karte-1" },
  });
  expect(alternatesOf("/", "de").canonical).toBe("/");
  expect(alternatesOf("/", "en").canonical).toBe("/en");
});
