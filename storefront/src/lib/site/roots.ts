import { getLocale } from "next-intl/server";
import { cache } from "react";
import { fetchOnlyRoot, fetchRoots } from "@/lib/api/catalog";
import { loadSite } from "./site";

/** The root categories of whose shop the page is for; none where they cannot be read, as a page is still worth showing then. */
export const loadRoots = cache(async () => {
  const [{ category }, locale] = await Promise.all([loadSite(), getLocale()]);
  return (category ? fetchOnlyRoot(category, locale) : fetchRoots(locale)).catch(() => []);
});
