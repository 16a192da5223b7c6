import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { StatusView } from "@/features/order-status/status-view";
import { MoreTexts } from "@/lib/i18n/more-texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("orderStatus");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function OrderStatusPage() {
  return (
    <MoreTexts
      of={[
        "account.orders",
        "lineExtras",
        "orderStatus",
        "postal",
        "success",
        "withdrawal.period",
        "withdrawal.reasons",
      ]}
    >
      <StatusView />
    </MoreTexts>
  );
}
