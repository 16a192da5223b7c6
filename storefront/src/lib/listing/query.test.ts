import { describe, expect, it } from "vitest";
import type { Filter } from "@/lib/api/types";
import {
  inOrderOf,
  listingHref,
  selectedCount,
  selectionOf,
  selectionParams,
  selectionRecord,
  toggle,
  withChoice,
  withNew,
} from "./query";

const brand: Filter = {
  id: "hersteller",
  name: "Hersteller",
  filterType: "checkbox",
  open: false,
  searchable: true,
  properties: [
    { text: "A", value: "a", quantity: 2, checked: true },
    { text: "B & C", value: "b & c", quantity: 1, checked: true },
    { text: "D", value: "d", quantity: 1, checked: false },
  ],
};
const price: Filter = {
  id: "preis",
  name: "Preis",
  filterType: "range",
  divisor: 100,
  open: true,
  searchable: false,
  properties: [
    { text: "", value: "500", quantity: 0, checked: false, intValue: 100, intInput: 500, input: "500" },
    { text: "", value: "900", quantity: 0, checked: false, intValue: 900, intInput: 900 },
  ],
};
const category: Filter = { ...brand, id: "kategorie", filterType: "radio" };

describe("selectionParams", () => {
  it("writes checkboxes as a list and a range with its four parameters", () => {
    const selection = selectionOf([brand, price]);
    expect(selectionParams(selection, [brand, price])).toEqual([
      ["hersteller[]", "a"],
      ["hersteller[]", "b & c"],
      ["preis_min", "500"],
      ["preis_slid", "1"],
      ["preis", "slider"],
    ]);
  });
  it("writes nothing for an empty selection", () => {
    expect(selectionParams({}, [brand, price])).toEqual([]);
  });
  it("gives the counting calls a list for checkboxes and one value for the rest", () => {
    expect(selectionRecord(selectionOf([brand, price]), [brand, price])).toEqual({
      "hersteller[]": ["a", "b & c"],
      preis_min: "500",
      preis_slid: "1",
      preis: "slider",
    });
  });
});

describe("inOrderOf", () => {
  it("leaves values where they were, with their new counts, and puts new ones behind", () => {
    const [a, b, d] = brand.properties as [Filter["properties"][0], Filter["properties"][0], Filter["properties"][0]];
    const added = { ...d, text: "E", value: "e", quantity: 9 };
    const now = { ...brand, properties: [added, { ...d, quantity: 5 }, b, { ...a, quantity: 1 }] };
    expect(inOrderOf([brand, price], [now, price])).toEqual([
      { ...brand, properties: [{ ...a, quantity: 1 }, b, { ...d, quantity: 5 }, added] },
      price,
    ]);
  });
  it("leaves a range its lower bound first, whose value is what was chosen", () => {
    const [low, high] = price.properties as [Filter["properties"][0], Filter["properties"][0]];
    const now = { ...price, properties: [{ ...low, value: "700", intInput: 700 }, high] };
    expect(inOrderOf([price], [now])).toEqual([now]);
  });
});

describe("withNew", () => {
  it("writes what is chosen in a filter that a chosen category brought", () => {
    const brought: Filter = { ...brand, id: "effizienz", properties: [{ ...brand.properties[2]!, value: "gold" }] };
    const known = withNew([category, brand], [brought, category]);
    const chosen = toggle({ kategorie: { values: ["12"] } }, brought, "gold");
    expect(selectionParams(chosen, known)).toEqual([
      ["kategorie", "12"],
      ["effizienz[]", "gold"],
    ]);
    expect(withNew(known, [category])).toEqual(known);
  });

  it("has a list whole once it was read whole", () => {
    const beginning = { ...brand, properties: brand.properties.slice(0, 1), cut: true };
    expect(withNew([beginning], [brand])).toEqual([brand]);
    expect(withNew([brand], [beginning])).toEqual([brand]);
  });
});

describe("toggle", () => {
  it("unticks the last value without leaving an empty choice behind", () => {
    const once = toggle({}, brand, "d");
    expect(once).toEqual({ hersteller: { values: ["d"] } });
    expect(toggle(once, brand, "d")).toEqual({});
  });
  it("keeps one value in a radio filter", () => {
    expect(toggle(toggle({}, category, "a"), category, "d")).toEqual({ kategorie: { values: ["d"] } });
  });
});

describe("selectedCount", () => {
  it("counts a range once and each value once", () => {
    expect(selectedCount(selectionOf([brand, price]))).toBe(3);
    expect(selectedCount(withChoice(selectionOf([brand, price]), "preis", undefined))).toBe(2);
  });
});

describe("listingHref", () => {
  it("leaves the first page and the default order out, and encodes values", () => {
    expect(listingHref("/kategorie/notebooks", [], "", 1)).toBe("/kategorie/notebooks");
    expect(listingHref("/kategorie/notebooks", [["hersteller[]", "b & c"]], "price_asc", 2)).toBe(
      "/kategorie/notebooks?hersteller%5B%5D=b+%26+c&sortListing=price_asc&page=2",
    );
  });
});
