import { notFound } from "next/navigation";
import { loadSite } from "./site";

/**
 * Ends a page that a partner's shop does not have as one that is not found. The page's metadata needs it as well: its title
 * would stand over what says that there is no such page.
 */
export async function onlyInOwnShop(): Promise<void> {
  if ((await loadSite()).whiteLabel) notFound();
}
