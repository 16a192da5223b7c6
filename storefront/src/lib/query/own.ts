import type { QueryClient } from "@tanstack/react-query";

/** The names of what is read for one customer alone. */
export const ownNames = ["customer", "addresses", "cards", "orders", "invoices", "sessions", "privacy", "withdrawal"];

/**
 * Forgets what the pages that were left knew of a visitor: the next would see it while theirs is being read. What is on the
 * screen is not touched.
 */
export function forgetUnseen(client: QueryClient): void {
  for (const name of ["cart", "wishlist", ...ownNames]) client.removeQueries({ queryKey: [name], type: "inactive" });
}
