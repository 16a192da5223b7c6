import { expect, it } from "vitest";
import { trackedProduct } from "./product";

it("names what was bought, with the price as tracking plugins read it", () => {
  const price = { minor: 129905, currency: "EUR" };
  const bought = { id: 7, articleNumber: "NB-7", name: "Buch", image: "", quantity: 2, price, total: price };
  expect(trackedProduct(bought as Parameters<typeof trackedProduct>[0])).toEqual({
    productId: 7,
    articleNumber: "NB-7",
    productName: "Buch",
    productPrice: { minor: 129905, currency: "EUR" },
    productQuantity: 2,
  });
});
