import { getTranslations } from "next-intl/server";
import { alternatesOf, previewOf } from "./alternates";
import { loadSite } from "./site";

/** What the shop is called: a partner's by the partner's name. */
export const shopName = async () => (await loadSite()).name || (await getTranslations("meta"))("name");

/** What each page that search engines may show says of itself beside its title; path is the German one, pictures are keys. */
export async function publicPage(path: string, locale: string, pictures?: string[]) {
  return { alternates: alternatesOf(path, locale), ...previewOf(await shopName(), path, locale, pictures) };
}
