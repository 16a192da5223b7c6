import { headers } from "next/headers";
import { cache } from "react";
import { fetchSite } from "@/lib/api/site";
import type { Site } from "@/lib/api/types";

/** The shop's own site, which is shown as well while the API does not answer. */
export const ownSite: Site = {
  whiteLabel: false,
  name: "",
  category: "",
  accent: "",
  origin: "",
  chat: false,
  withdrawalDays: 14,
  deliveryCountries: 27,
};

const keepMs = 30_000;
const kept = new Map<string, { site: Site; until: number }>();

/** What the front door says of whose shop the page is for, "" for the shop's own. */
export const siteKey = async () => (await headers()).get("x-kontor-site") ?? "";

/**
 * Whose shop the page is for. It changes with the configuration alone, so that it is asked for now and then. Fails where a partner's
 * was never heard of yet.
 */
export const loadSite = cache(async (): Promise<Site> => {
  const key = await siteKey();
  const known = kept.get(key);
  if (known && Date.now() < known.until) return known.site;
  try {
    const site = await fetchSite(key);
    kept.set(key, { site, until: Date.now() + keepMs });
    return site;
  } catch (error) {
    if (known) return known.site;
    if (key) throw error; // a partner's page under the shop's own name would be wrong, and may be kept
    return ownSite;
  }
});
