import { expect, it } from "vitest";
import { trackedProduct } from "./product";

it("names what was bought, with the price in euros", () => {
  const price = { minor: 129905, currency: "EUR" };
  const bought = { id: 7, articleNumber: "NB-7", name: "Buch", image: "", quantity: 2, price, total: price };
  expect(trackedProduct(bought as Parameters<typeof trackedProduct>[0])).toEqual({
    productId: 7,
    articleNumber: "NB-7",
    productName: "Buch",
    productPrice: "1299.05",
    productQuantity: 2,
  });
});
