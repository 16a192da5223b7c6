import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CartView } from "@/features/cart/cart-view";
import { Texts } from "@/lib/i18n/texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("cart");
  return { title: t("title"), robots: { index: false } };
}

export default function CartPage() {
  return (
    <Texts of={["priceChanges"]}>
      <CartView />
    </Texts>
  );
}
