import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { SuccessView } from "@/features/success/success-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("success");
  // What became of the order is not known yet: nothing that it might not be.
  return { title: t("page"), robots: { index: false } };
}

export default function SuccessPage() {
  return (
    <Suspense>
      <SuccessView />
    </Suspense>
  );
}
