import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OrdersView } from "@/features/account/orders-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.orders");
  return { title: t("title"), robots: { index: false } };
}

export default function OrdersPage() {
  return <OrdersView />;
}
