import type { QueryClient } from "@tanstack/react-query";
import type { CheckoutView, CustomerData } from "@/lib/api/types";
import { forgetTyped } from "@/lib/checkout/typed";
import { forgetUnseen, ownNames } from "@/lib/query/own";
import type { Shelf } from "@/lib/remembered/shelf";

export const customerKey = ["customer"];
export const addressesKey = ["addresses"];
export const cardsKey = ["cards"];
const checkoutKey = ["checkout"];
const wishlistKey = ["wishlist"];

// Whose data the page holds.
function heldOf(client: QueryClient): number[] {
  const checkouts = client.getQueriesData<CheckoutView>({ queryKey: checkoutKey });
  const ids = [
    client.getQueryData<CustomerData>(customerKey)?.userId,
    ...checkouts.map(([, view]) => view?.customerId),
  ];
  return ids.flatMap((id) => id || []);
}

/**
 * Forgets what was the last visitor's, also what a guest typed, which tab keeps. What a customer sees who logs in again
 * (userId) stays on the screen, with all that was typed, and is only read again. False says that it was another's: what the one
 * before was about to do is not to be done for the next.
 */
export async function forgetVisitor(
  client: QueryClient,
  tab: Pick<Shelf, "removeItem">,
  userId: number,
): Promise<boolean> {
  const held = heldOf(client);
  if (held.includes(userId)) {
    // A read that waits for this very log-in begins anew: it would be waited for here, and it for this.
    await Promise.all(ownNames.map((name) => client.cancelQueries({ queryKey: [name] })));
    await Promise.all([...ownNames, ...checkoutKey].map((name) => client.invalidateQueries({ queryKey: [name] })));
    return true;
  }
  forgetTyped(tab);
  forgetUnseen(client);
  for (const name of ownNames) client.removeQueries({ queryKey: [name] });
  // An open wishlist would offer to put back all that the header of the next does not have.
  await Promise.all([checkoutKey, wishlistKey].map((queryKey) => client.resetQueries({ queryKey })));
  return held.length === 0;
}
