import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AddressView } from "@/features/account/address-view";
import { NotFoundView } from "@/features/account/not-found-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.addresses");
  return { title: t("editTitle"), robots: { index: false } };
}

export default async function EditAddressPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!/^\d+$/.test(id)) return <NotFoundView />;
  return <AddressView mode={{ kind: "edit", id: Number(id) }} />;
}
