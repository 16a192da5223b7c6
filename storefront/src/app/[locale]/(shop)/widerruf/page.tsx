import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WithdrawalView } from "@/features/withdrawal/withdrawal-view";
import { MoreTexts } from "@/lib/i18n/more-texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("withdrawal");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function WithdrawalPage() {
  return (
    <MoreTexts of={["withdrawal"]}>
      <WithdrawalView />
    </MoreTexts>
  );
}
