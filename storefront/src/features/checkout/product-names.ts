import type { CheckoutView } from "@/lib/api/types";

/** The names of the checkout's products with these ids, one after the other; "" for none. */
export function productNames({ products }: Pick<CheckoutView, "products">, ids: number[] = []): string {
  return products
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(", ");
}
