import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { AccountFrame } from "@/features/account/account-frame";
import { Texts } from "@/lib/i18n/texts";
import { loadSite } from "@/lib/site/site";
import { titleTemplate } from "@/lib/site/title";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account");
  return { title: { default: t("title"), template: await titleTemplate() }, robots: { index: false } };
}

/** The account's pages. A partner's shop, where guests alone order, has none. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  if ((await loadSite()).whiteLabel) notFound();
  return (
    <Texts
      of={[
        "account",
        "campus",
        "checkout.address",
        "checkout.card",
        "checkout.pickup",
        "postal",
        "success",
        "withdrawal.reasons",
      ]}
    >
      <AccountFrame>{children}</AccountFrame>
    </Texts>
  );
}
