"use client";

import { usePartnerScript } from "@/lib/consent/use-partner-script";
import type { Money } from "@/lib/money/format";
import { useSite } from "@/lib/site/context";

/**
 * The place of a partner's offers to pay later, on the page of a product that costs something and after an order. Its
 * script is loaded once the visitor has agreed to the partner's service, learns from the event kontor:pay-later what for,
 * and fills the element. Without consent, or without a partner, there is nothing.
 */
export function PayLater({ place, price }: { place: "product" | "success"; price: Money }) {
  const { payLater } = useSite();
  const { minor, currency } = price;
  const shown = usePartnerScript(minor > 0 ? payLater : undefined, JSON.stringify({ place, minor, currency }));
  return shown ? (
    <div id="pay-later" data-place={place} data-price={minor} data-currency={currency} className="not-empty:mt-4" />
  ) : null;
}
