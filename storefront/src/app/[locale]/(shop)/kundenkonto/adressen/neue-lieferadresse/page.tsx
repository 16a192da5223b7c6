import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AddressView } from "@/features/account/address-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.addresses");
  return { title: t("newDelivery"), robots: { index: false } };
}

export default function NewDeliveryPage() {
  return <AddressView mode={{ kind: "delivery" }} />;
}
