import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverviewView } from "@/features/account/overview-view";
import { onlyInOwnShop } from "@/lib/site/own-shop";

export async function generateMetadata(): Promise<Metadata> {
  await onlyInOwnShop(); // the layout's template does not reach the page beside it
  const t = await getTranslations("account.overview");
  return { title: t("title"), robots: { index: false } };
}

export default function OverviewPage() {
  return <OverviewView />;
}
