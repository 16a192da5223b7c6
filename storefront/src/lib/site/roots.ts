import { getLocale } from "next-intl/server";
import { cache } from "react";
import { fetchRoots } from "@/lib/api/catalog";
import { siteKey } from "./site";

/** The root categories of whose shop the page is for; none where they cannot be read, as a page is still worth showing then. */
export const loadRoots = cache(async () => {
  const [locale, site] = await Promise.all([getLocale(), siteKey()]);
  return fetchRoots(locale, site).catch(() => []);
});
