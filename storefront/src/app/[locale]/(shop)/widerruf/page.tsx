import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WithdrawalView } from "@/features/withdrawal/withdrawal-view";
import { Texts } from "@/lib/i18n/texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("withdrawal");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function WithdrawalPage() {
  return (
    <Texts of={["withdrawal"]}>
      <WithdrawalView />
    </Texts>
  );
}
