import type { QueryClient } from "@tanstack/react-query";
import type { CheckoutView, CustomerData } from "@/lib/api/types";
import { forgetTyped } from "@/lib/checkout/typed";
import { forgetUnseen, ownNames } from "@/lib/query/own";

export const customerKey = ["customer"];
export const addressesKey = ["addresses"];
export const cardsKey = ["cards"];
const checkoutKey = ["checkout"];

// Whether what the page holds is this customer's.
function isKnown(client: QueryClient, userId: number): boolean {
  if (client.getQueryData<CustomerData>(customerKey)?.userId === userId) return true;
  const checkouts = client.getQueriesData<CheckoutView>({ queryKey: checkoutKey });
  return checkouts.some(([, view]) => view?.customerId === userId);
}

/**
 * Forgets what was the last visitor's, also what a guest typed, which tab keeps. What a customer sees who logs in again
 * (userId) stays on the screen, with all that was typed, and is only read again.
 */
export async function forgetVisitor(
  client: QueryClient,
  tab: Pick<Storage, "removeItem">,
  userId: number,
): Promise<void> {
  if (userId !== 0 && isKnown(client, userId)) {
    await Promise.all([...ownNames, ...checkoutKey].map((name) => client.invalidateQueries({ queryKey: [name] })));
    return;
  }
  forgetTyped(tab);
  forgetUnseen(client);
  for (const name of ownNames) client.removeQueries({ queryKey: [name] });
  await client.resetQueries({ queryKey: checkoutKey });
}
