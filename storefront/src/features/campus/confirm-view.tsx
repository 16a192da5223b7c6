"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { confirmCampus } from "@/lib/api/campus";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/**
 * The page of the mailed link. It takes a click, because mail programs open links before anybody reads them. A link that no
 * longer holds leads to where another one is asked for.
 */
export function ConfirmView() {
  const t = useTranslations("campus.confirm");
  const locale = useLocale();
  const message = useMessage();
  const client = useQueryClient();
  const token = useSearchParams().get("token") ?? "";
  const confirm = useOnce({
    mutationFn: () => confirmCampus(token, locale),
    onSuccess: () => client.invalidateQueries(),
  });
  const done = confirm.data?.successful;
  const refused = confirm.data && !done ? confirm.data.error : undefined;
  const failed = confirm.error ?? (token ? refused : "wrong_link");
  const over = done || failed === "wrong_link";
  return (
    <div className="page max-w-xl py-10">
      <h1 className="mb-4 text-2xl lg:text-3xl">{t("title")}</h1>
      <div className="grid gap-5">
        {done && (
          <Notice reveal tone="success">
            {t("done")}
          </Notice>
        )}
        {failed && (
          <Notice reveal={token !== ""} tone="error">
            {message(failed, "general")}
          </Notice>
        )}
        {over ? (
          <Link href="/kundenkonto/studentenprogramm" className={buttonClass("primary", "lg")}>
            {t("toCampus")}
          </Link>
        ) : (
          <>
            <p className="text-ink-2">{t("text")}</p>
            <Button size="lg" onClick={() => confirm.mutate()} aria-busy={confirm.isPending}>
              {t("submit")}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
