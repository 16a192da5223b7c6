import { expect, it } from "vitest";
import type { CheckoutView } from "@/lib/api/types";
import { productNames } from "./product-names";

it("names the products that are meant, in the order of the cart", () => {
  const products = ["Notebook", "Maus", "Tasche"].map((name, index) => ({ id: index + 1, name }));
  const view = { products } as Pick<CheckoutView, "products">;
  expect(productNames(view, [3, 1])).toBe("Notebook, Tasche");
  expect(productNames(view, [9])).toBe("");
  expect(productNames(view)).toBe("");
});
