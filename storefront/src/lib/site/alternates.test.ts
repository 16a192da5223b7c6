import { expect, it } from "vitest";
import { alternatesOf, previewOf } from "./alternates";

it("names a page in each language, and itself in its own", () => {
  expect(alternatesOf("/produkt/karte-1", "en")).toEqual({
    canonical: "/en/produkt/karte-1",
    languages: { de: "/produkt/karte-1", en: "/en/produkt/karte-1", "x-default": "/produkt/karte-1" },
  });
  expect(alternatesOf("/", "de").canonical).toBe("/");
  expect(alternatesOf("/", "en").canonical).toBe("/en");
});

it("shows a page that is passed on under its address in its language", () => {
  expect(previewOf("Kontor", "/produkt/karte-1", "en", ["photo~1a"])).toEqual({
    openGraph: {
      type: "website",
      siteName: "Kontor",
      url: "/en/produkt/karte-1",
      locale: "en_GB",
      images: ["/images/600/photo~1a"],
    },
    twitter: { card: "summary_large_image" },
  });
});

it("shows no drawn picture where a page is passed on, which is an SVG, but the shop's mark", () => {
  const imagesOf = (keys?: string[]) => previewOf("Kontor", "/", "de", keys).openGraph.images;
  expect(imagesOf(["karte~v1", "photo~2b"])).toEqual(["/images/600/photo~2b"]);
  expect(imagesOf(["karte~v1"])).toEqual(["/preview.png"]);
  expect(imagesOf()).toEqual(["/preview.png"]);
  expect(previewOf("Kontor", "/", "de").twitter.card).toBe("summary");
});
