import { expect, it } from "vitest";
import { pathIn, pathWithin } from "./path";

it("puts the default language at the root and others under their name", () => {
  expect(pathIn("de", "/kategorie/notebooks?page=2")).toBe("/kategorie/notebooks?page=2");
  expect(pathIn("en", "/kategorie/notebooks?page=2")).toBe("/en/kategorie/notebooks?page=2");
  expect(pathIn("en", "/")).toBe("/en");
  expect(pathIn("en", "/?affiliate=a")).toBe("/en?affiliate=a");
  expect(pathIn("en", "#main")).toBe("#main");
  expect(pathIn("en", "https://partner.example/")).toBe("https://partner.example/");
});

it("takes the language off, and nothing that only looks like one", () => {
  expect(pathWithin("/en/warenkorb")).toBe("/warenkorb");
  expect(pathWithin("/en")).toBe("/");
  expect(pathWithin("/de/merkzettel")).toBe("/merkzettel");
  expect(pathWithin("/")).toBe("/");
  expect(pathWithin("/energie")).toBe("/energie");
});
