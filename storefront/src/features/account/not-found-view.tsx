"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/link";

/** The account's page for addresses that it does not know, or that this customer has not. */
export function NotFoundView() {
  const t = useTranslations("account.notFound");
  const title = t("title");
  useEffect(() => {
    // The server, which does not know the customer, has named the page that would be here.
    const before = document.title;
    document.title = before.replace(/^.*(?= \| )/, title);
    const after = document.title;
    return () => {
      if (document.title === after) document.title = before;
    };
  }, [title]);
  return (
    <div className="grid min-h-[45vh] place-content-center justify-items-center text-center">
      <h1 className="text-3xl lg:text-4xl">{t("title")}</h1>
      <p className="mt-3 text-ink-2">{t("text")}</p>
      <Link href="/kundenkonto" className={buttonClass("primary", "lg", "mt-7")}>
        {t("overview")}
      </Link>
    </div>
  );
}
