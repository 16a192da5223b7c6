import { permanentRedirect } from "next/navigation";
import { pathIn } from "@/lib/i18n/path";

/**
 * Leads for good to a page's address as the shop writes it, which has no capitals, from one that has; path is the German one
 * without its query, which stays as it is.
 */
export function writtenSmall(path: string, locale: string, query: string): void {
  const small = path.toLowerCase();
  if (small !== path) permanentRedirect(pathIn(locale, small) + (query && `?${query}`));
}
