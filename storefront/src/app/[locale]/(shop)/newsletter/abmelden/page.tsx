import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UnsubscribeView } from "@/features/newsletter/unsubscribe-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("newsletter");
  return { title: t("leave.title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function NewsletterUnsubscribePage() {
  return <UnsubscribeView />;
}
