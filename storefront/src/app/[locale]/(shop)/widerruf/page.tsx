import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WithdrawalView } from "@/features/withdrawal/withdrawal-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("withdrawal");
  return { title: t("title"), robots: { index: false } };
}

export default function WithdrawalPage() {
  return <WithdrawalView />;
}
