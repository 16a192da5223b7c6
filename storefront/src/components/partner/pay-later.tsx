"use client";

import { useEffect } from "react";
import { loadScript } from "@/lib/checkout/load-script";
import { useConsent } from "@/lib/consent/consent";
import { trackTag } from "@/lib/consent/track";
import type { Money } from "@/lib/money/format";
import { report } from "@/lib/monitor/report";
import { useSite } from "@/lib/site/context";

/**
 * The place of a partner's offers to pay later, on the page of a product that costs something and after an order. Its
 * script is loaded once the visitor has agreed to the partner's service, learns from the event kontor:pay-later what for,
 * and fills the element. Without consent, or without a partner, there is nothing.
 */
export function PayLater({ place, price }: { place: "product" | "success"; price: Money }) {
  const { payLater } = useSite();
  const consent = useConsent();
  const { minor, currency } = price;
  const agreed = payLater !== undefined && typeof consent === "object" && consent[payLater.service] === true;
  const script = agreed && minor > 0 ? payLater.script : undefined;
  useEffect(() => {
    if (!script) return;
    let here = true;
    const detail = { place, minor, currency };
    loadScript(script)
      .then(() => {
        trackTag("pay-later", true);
        if (here) window.dispatchEvent(new CustomEvent("kontor:pay-later", { detail }));
      })
      .catch(() => {
        trackTag("pay-later", false);
        report("report", "pay-later script not loaded");
      });
    return () => void (here = false);
  }, [script, place, minor, currency]);
  return script ? <div id="pay-later" data-place={place} data-price={minor} data-currency={currency} /> : null;
}
