import { expect, test } from "vitest";
import { costChanges } from "./cost-changes";

const product = (id: number, minor: number) => ({ id, name: `Product ${id}`, price: { minor, currency: "EUR" } });

test("names what costs something else, and nothing that came, went or stayed", () => {
  const shown = { products: [product(1, 100), product(2, 200), product(3, 300)] };
  const fresh = { products: [product(4, 400), product(3, 250), product(2, 200)] };
  expect(costChanges(shown, fresh)).toEqual([
    { id: 3, name: "Product 3", before: { minor: 300, currency: "EUR" }, now: { minor: 250, currency: "EUR" } },
  ]);
  expect(costChanges(shown, shown)).toEqual([]);
});
