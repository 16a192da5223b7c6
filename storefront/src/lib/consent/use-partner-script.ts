"use client";

import { useEffect } from "react";
import type { ThirdParty } from "@/lib/api/types";
import { loadScript } from "@/lib/checkout/load-script";
import { report } from "@/lib/monitor/report";
import { useConsent } from "./consent";
import { trackTag } from "./track";

/**
 * Loads a partner's script once the visitor has agreed to its service, and tells it by the event kontor:<service> what
 * for; the detail is JSON. True while there is such a partner and consent to it.
 */
export function usePartnerScript(partner: ThirdParty | undefined, detail: string): boolean {
  const consent = useConsent();
  const agreed = partner !== undefined && typeof consent === "object" && consent[partner.service] === true;
  const script = agreed ? partner.script : undefined;
  const service = partner?.service ?? "";
  useEffect(() => {
    if (!script) return;
    let here = true;
    loadScript(script)
      .then(() => {
        trackTag(service, true);
        if (here) window.dispatchEvent(new CustomEvent(`kontor:${service}`, { detail: JSON.parse(detail) as unknown }));
      })
      .catch(() => {
        trackTag(service, false);
        report("report", `${service} script not loaded`);
      });
    return () => void (here = false);
  }, [script, service, detail]);
  return agreed;
}
