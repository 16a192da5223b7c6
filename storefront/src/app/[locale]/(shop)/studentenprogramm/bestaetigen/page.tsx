import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ConfirmView } from "@/features/campus/confirm-view";
import { Texts } from "@/lib/i18n/texts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("campus.confirm");
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function CampusConfirmPage() {
  return (
    <Texts of={["campus.confirm"]}>
      <Suspense>
        <ConfirmView />
      </Suspense>
    </Texts>
  );
}
