import { expect, it } from "vitest";
import { alternatesOf, openGraphOf } from "./alternates";

it("names a page in each language, and itself in its own", () => {
  expect(alternatesOf("/produkt/karte-1", "en")).toEqual({
    canonical: "/en/produkt/karte-1",
    languages: { de: "/produkt/karte-1", en: "/en/produkt/karte-1", "x-default": "/produkt/karte-1" },
  });
  expect(alternatesOf("/", "de").canonical).toBe("/");
  expect(alternatesOf("/", "en").canonical).toBe("/en");
});

it("shows a page that is passed on under its address in its language", () => {
  expect(openGraphOf("Kontor", "/produkt/karte-1", "en", ["/images/600/karte~v1"])).toEqual({
    type: "website",
    siteName: "Kontor",
    url: "/en/produkt/karte-1",
    locale: "en_GB",
    images: ["/images/600/karte~v1"],
  });
});
