"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Link } from "@/lib/i18n/link";
import { usePathname } from "@/lib/i18n/navigation";

/** Leads to the same page in the other language, with what its address says of filters, order and page. */
export function LanguageLink() {
  const t = useTranslations("header");
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const other = useLocale() === "de" ? "en" : "de";
  return (
    <Link
      href={query ? `${pathname}?${query}` : pathname}
      locale={other}
      lang={other}
      hrefLang={other}
      className="underline-offset-4 hover:underline"
    >
      {t("otherLanguage")}
    </Link>
  );
}
