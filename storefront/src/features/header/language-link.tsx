"use client";

import { useLocale, useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/link";
import { usePathname } from "@/lib/i18n/navigation";

/** Leads to the same page in the other language, with what its address says of filters, order and page. */
export function LanguageLink() {
  const t = useTranslations("header");
  const pathname = usePathname();
  const other = useLocale() === "de" ? "en" : "de";
  return (
    <Link
      href={pathname}
      locale={other}
      lang={other}
      hrefLang={other}
      onClick={({ currentTarget }) => (currentTarget.search = window.location.search)}
      className="underline-offset-4 hover:underline"
    >
      {t("otherLanguage")}
    </Link>
  );
}
