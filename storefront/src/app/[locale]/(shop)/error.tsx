"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** What is shown instead of a page that failed. Trying again loads it anew: Next's reset would not ask the server again. */
export default function ErrorPage() {
  const t = useTranslations("failure");
  return (
    <div role="alert" className="page grid min-h-[55vh] place-content-center justify-items-center py-16 text-center">
      <h1 className="text-3xl lg:text-5xl">{t("title")}</h1>
      <p className="mt-3 max-w-md text-balance text-ink-2">{t("text")}</p>
      <Button size="lg" className="mt-7" onClick={() => window.location.reload()}>
        {t("retry")}
      </Button>
    </div>
  );
}
