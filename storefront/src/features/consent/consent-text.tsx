"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/link";

/** Says what the question for consent is about. onFollow closes what would cover the page to which it leads. */
export function ConsentText({ onFollow }: { onFollow?: () => void }) {
  const t = useTranslations("consent");
  return (
    <p className="text-sm text-ink-2">
      {t("text")}{" "}
      <Link href="/infocenter/section/privacy" onClick={onFollow} className="underline underline-offset-4">
        {t("more")}
      </Link>
    </p>
  );
}
