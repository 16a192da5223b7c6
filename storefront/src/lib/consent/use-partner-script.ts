"use client";

import { useEffect } from "react";
import { loadScript } from "@/lib/checkout/load-script";
import { report } from "@/lib/monitor/report";
import { useConsent } from "./consent";
import { trackTag } from "./track";

/** A partner's script, and the service that visitors agree to before it is loaded. */
export type Partner = { script: string; service: string };

/**
 * Loads a partner's script once the visitor has agreed to its service, and tells it by the event kontor:<tag> what for;
 * the detail is JSON. True while there is such a partner and consent to it.
 */
export function usePartnerScript(partner: Partner | undefined, tag: string, detail: string): boolean {
  const consent = useConsent();
  const agreed = partner !== undefined && typeof consent === "object" && consent[partner.service] === true;
  const script = agreed ? partner.script : undefined;
  useEffect(() => {
    if (!script) return;
    let here = true;
    loadScript(script)
      .then(() => {
        trackTag(tag, true);
        if (here) window.dispatchEvent(new CustomEvent(`kontor:${tag}`, { detail: JSON.parse(detail) as unknown }));
      })
      .catch(() => {
        trackTag(tag, false);
        report("report", `${tag} script not loaded`);
      });
    return () => void (here = false);
  }, [script, tag, detail]);
  return agreed;
}
