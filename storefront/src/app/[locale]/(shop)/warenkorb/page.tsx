import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CartView } from "@/features/cart/cart-view";
import { MoreTexts } from "@/lib/i18n/more-texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("cart");
  return { title: t("title"), robots: { index: false } };
}

export default function CartPage() {
  return (
    <MoreTexts of={["priceChanges"]}>
      <CartView />
    </MoreTexts>
  );
}
