import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ComparisonView } from "@/features/comparison/comparison-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("comparison");
  return { title: t("title"), robots: { index: false } };
}

export default function ComparisonPage() {
  return <ComparisonView />;
}
