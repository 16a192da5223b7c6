import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverviewView } from "@/features/account/overview-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.overview");
  return { title: t("title"), robots: { index: false } };
}

export default function OverviewPage() {
  return <OverviewView />;
}
