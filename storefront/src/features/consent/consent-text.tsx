"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/link";

/** Says what the question for consent is about. */
export function ConsentText() {
  const t = useTranslations("consent");
  return (
    <p className="text-sm text-ink-2">
      {t("text")}{" "}
      <Link href="/infocenter/section/privacy" className="underline underline-offset-4">
        {t("more")}
      </Link>
    </p>
  );
}
