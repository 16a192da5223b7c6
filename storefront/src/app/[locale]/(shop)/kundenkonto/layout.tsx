import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountFrame } from "@/features/account/account-frame";
import { MoreTexts } from "@/lib/i18n/more-texts";
import { onlyInOwnShop } from "@/lib/site/own-shop";
import { loadSite } from "@/lib/site/site";
import { titleTemplate } from "@/lib/site/title";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations();
  const template = await titleTemplate();
  if ((await loadSite()).whiteLabel) {
    // Of whichever of its pages: a template without a place for the page's own title.
    const missing = template.replace("%s", t("notFound.title"));
    return { title: { absolute: missing, template: missing }, robots: { index: false } };
  }
  return { title: { default: t("account.title"), template }, robots: { index: false } };
}

/** The account's pages. A partner's shop, where guests alone order, has none. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  await onlyInOwnShop();
  return (
    <MoreTexts
      of={[
        "account",
        "campus",
        "checkout.address",
        "checkout.card",
        "checkout.pickup",
        "lineExtras",
        "postal",
        "success",
        "withdrawal.period",
        "withdrawal.reasons",
      ]}
    >
      <AccountFrame>{children}</AccountFrame>
    </MoreTexts>
  );
}
