"use client";

import type { Success } from "@/lib/api/types";
import { usePartnerScript } from "@/lib/consent/use-partner-script";
import { useSite } from "@/lib/site/context";

/**
 * The place of a partner with whom customers rate the shop. Its script is loaded once the visitor has agreed to the
 * partner's service, learns from the event kontor:ratings which order it is about, and fills the element. Without
 * consent, or without a partner, there is nothing.
 */
export function Ratings({ order }: { order: Success }) {
  const { ratings } = useSite();
  const { minor, currency } = order.total;
  const shown = usePartnerScript(ratings, JSON.stringify({ orderId: order.orderId, minor, currency }));
  return shown ? <div id="ratings" className="mt-6" /> : null;
}
