import type { Success } from "@/lib/api/types";

/** A product of an order as tracking services get it; the price is of one. */
export const trackedProduct = (product: Success["products"][number]) => ({
  productId: product.id,
  articleNumber: product.articleNumber,
  productName: product.name,
  productPrice: product.price,
  productQuantity: product.quantity,
});
