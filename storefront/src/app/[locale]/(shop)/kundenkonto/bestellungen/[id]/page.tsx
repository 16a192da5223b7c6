import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OrderView } from "@/features/account/order-view";
import { isOrderNumber } from "@/lib/account/order";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }] = await Promise.all([getTranslations("account"), params]);
  const title = isOrderNumber(Number(id)) ? t("orders.one", { number: id }) : t("notFound.title");
  return { title, robots: { index: false } };
}

export default async function OrderPage({ params }: Props) {
  const { id } = await params;
  return <OrderView id={Number(id)} />;
}
