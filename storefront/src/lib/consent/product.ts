import type { Success } from "@/lib/api/types";

/** A product of an order as tracking services get it; the price is of one, in euros. */
export const trackedProduct = (product: Success["products"][number]) => ({
  productId: product.id,
  articleNumber: product.articleNumber,
  productName: product.name,
  productPrice: (product.price.minor / 100).toFixed(2),
  productQuantity: product.quantity,
});
