import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DataView } from "@/features/account/data-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.data");
  return { title: t("title"), robots: { index: false } };
}

export default function DataPage() {
  return <DataView />;
}
