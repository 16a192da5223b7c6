import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmView } from "@/features/newsletter/confirm-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("newsletter");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function NewsletterConfirmPage() {
  return <ConfirmView />;
}
