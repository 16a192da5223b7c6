import { getTranslations } from "next-intl/server";
import { loadSite } from "./site";

/** How titles of pages name whose shop it is. */
export async function titleTemplate(): Promise<string> {
  const { name } = await loadSite();
  return name ? `%s · ${name}` : (await getTranslations("meta"))("template");
}
