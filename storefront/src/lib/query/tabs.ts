import type { QueryClient } from "@tanstack/react-query";
import { forgetUnseen, ownNames } from "./own";

/** What one tab can change for the others: the cart and the wishlist, or who the visitor is. */
type Change = "cart" | "visitor";

const held: Record<Change, string[]> = {
  cart: ["header", "cart"],
  visitor: ["header", "cart", "wishlist", "success", ...ownNames],
};

let channel: BroadcastChannel | undefined;

/** Tells the browser's other tabs what changed in this one. */
export const tellTabs = (change: Change) => channel?.postMessage(change);

/**
 * Keeps the browser's tabs in agreement: what another changed is read again, at once where it is shown; where it is not, what
 * was a visitor's is forgotten. A page that comes back as it was left reads again, too. The checkout of the
 * same visitor stays as it is: the shop's answer to the order tells of a new total.
 */
export function agreeWithTabs(client: QueryClient): () => void {
  const readAgain = (change: Change) => {
    if (change === "visitor") forgetUnseen(client);
    for (const key of held[change]) void client.invalidateQueries({ queryKey: [key] });
  };
  const onReturn = (event: PageTransitionEvent) => event.persisted && readAgain("visitor");
  const tabs = new BroadcastChannel("kontor");
  tabs.onmessage = (event: MessageEvent<Change>) => readAgain(event.data);
  window.addEventListener("pageshow", onReturn);
  channel = tabs;
  return () => {
    tabs.close();
    channel = undefined;
    window.removeEventListener("pageshow", onReturn);
  };
}
