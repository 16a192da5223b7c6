import { expect, it } from "vitest";
import { keywordsOf } from "./keywords";

it("tells an ad the kind of page, and of a search its text", () => {
  expect(keywordsOf("/")).toEqual({ pagetype: "home" });
  expect(keywordsOf("/kategorie/notebooks")).toEqual({ pagetype: "category" });
  expect(keywordsOf("/produkt/karte-1")).toEqual({ pagetype: "pdp" });
  expect(keywordsOf("/produkte/RTX%204070")).toEqual({ pagetype: "search", search: "rtx 4070" });
  expect(keywordsOf("/produkte/100%")).toEqual({ pagetype: "search", search: "100%" });
  expect(keywordsOf("/warenkorb")).toEqual({});
});
