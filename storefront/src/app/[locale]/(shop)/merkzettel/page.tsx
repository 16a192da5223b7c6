import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WishlistView } from "@/features/wishlist/wishlist-view";
import { onlyInOwnShop } from "@/lib/site/own-shop";

export async function generateMetadata(): Promise<Metadata> {
  await onlyInOwnShop();
  const t = await getTranslations("wishlist");
  return { title: t("name"), robots: { index: false } };
}

/** The wishlist, of which a partner's shop has none. */
export default async function WishlistPage() {
  await onlyInOwnShop();
  return <WishlistView />;
}
