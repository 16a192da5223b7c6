import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ForgottenView } from "@/features/account/forgotten-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.forgotten");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function ForgottenPage() {
  return <ForgottenView />;
}
