"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { ThirdParty, Site } from "@/lib/api/types";

const SiteContext = createContext<Site | undefined>(undefined);

/** Tells the page's components whose shop it is. */
export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/**
 * Whether the page is a partner's, where guests alone order, its name, whose scripts it may load (offers to pay
 * later, ratings), the telephone number for customers, how long they may withdraw, to how many countries goods go, and what of the market's notices the
 * operator switched off.
 */
export function useSite(): {
  whiteLabel: boolean;
  name: string;
  payLater?: ThirdParty;
  ratings?: ThirdParty;
  hotline?: string;
  withdrawalDays: number;
  deliveryCountries: number;
  hides: string[];
} {
  const site = useContext(SiteContext);
  return {
    whiteLabel: site?.whiteLabel ?? false,
    name: site?.name ?? "",
    payLater: site?.payLater,
    ratings: site?.ratings,
    hotline: site?.hotline,
    withdrawalDays: site?.withdrawalDays ?? 14,
    deliveryCountries: site?.deliveryCountries ?? 27,
    hides: site?.hides ?? [],
  };
}
