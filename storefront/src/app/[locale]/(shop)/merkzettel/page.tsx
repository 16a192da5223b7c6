import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WishlistView } from "@/features/wishlist/wishlist-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("wishlist");
  return { title: t("name"), robots: { index: false } };
}

export default function WishlistPage() {
  return <WishlistView />;
}
