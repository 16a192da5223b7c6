import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ConfirmView } from "@/features/campus/confirm-view";
import { MoreTexts } from "@/lib/i18n/more-texts";
import { onlyInOwnShop } from "@/lib/site/own-shop";

export async function generateMetadata(): Promise<Metadata> {
  await onlyInOwnShop();
  const t = await getTranslations("campus.confirm");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

/** Confirms the address of a university; a partner's shop has no account that it could be of. */
export default async function CampusConfirmPage() {
  await onlyInOwnShop();
  return (
    <MoreTexts of={["campus.confirm"]}>
      <Suspense>
        <ConfirmView />
      </Suspense>
    </MoreTexts>
  );
}
