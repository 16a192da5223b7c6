import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { WishlistView } from "@/features/wishlist/wishlist-view";
import { loadSite } from "@/lib/site/site";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("wishlist");
  return { title: t("name"), robots: { index: false } };
}

/** The wishlist, of which a partner's shop has none. */
export default async function WishlistPage() {
  if ((await loadSite()).whiteLabel) notFound();
  return <WishlistView />;
}
