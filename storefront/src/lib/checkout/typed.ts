import type { Shelf } from "@/lib/remembered/shelf";

/** Under which names a tab keeps what a guest typed into the checkout and the server does not have yet. */
export const typedKeys = { email: "kontor.checkout.email", address: "kontor.checkout.address" } as const;

/** Forgets in a tab what a guest typed. */
export function forgetTyped(tab: Pick<Shelf, "removeItem">): void {
  for (const key of Object.values(typedKeys)) tab.removeItem(key);
}
