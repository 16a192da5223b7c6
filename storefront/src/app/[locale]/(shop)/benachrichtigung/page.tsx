import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RestockView } from "@/features/restock/restock-view";
import { MoreTexts } from "@/lib/i18n/more-texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("restock");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function RestockPage() {
  return (
    <MoreTexts of={["restock"]}>
      <RestockView />
    </MoreTexts>
  );
}
