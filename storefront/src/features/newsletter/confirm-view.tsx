"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { confirmNewsletter } from "@/lib/api/newsletter";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { NewsletterFrame } from "./newsletter-frame";

/** Opened by the mailed link: confirms, and says whether that worked. Confirming again is the same. */
export function ConfirmView() {
  const t = useTranslations("newsletter");
  const message = useMessage();
  const token = useSearchParams().get("token") ?? "";
  const confirm = useQuery({
    queryKey: ["newsletter-confirm", token],
    queryFn: () => confirmNewsletter(token),
    staleTime: Infinity,
  });
  return (
    <NewsletterFrame title={t("title")}>
      {confirm.isPending && <p role="status">{t("confirming")}</p>}
      {confirm.data?.error === "" && <Notice tone="success">{t("confirmed")}</Notice>}
      {confirm.isError && (
        <>
          <Notice tone="error">
            {t("failed")} {message(confirm.error, "general")}
          </Notice>
          <RetryButton look="secondary" className="justify-self-start" onRetry={() => void confirm.refetch()}>
            {t("retry")}
          </RetryButton>
        </>
      )}
      {confirm.data?.error && (
        <>
          <Notice tone="error">{t("failed")}</Notice>
          <p className="text-ink-2">{t("failedHint")}</p>
          <Link href="/newsletter" className={buttonClass("secondary", "md", "justify-self-start")}>
            {t("again")}
          </Link>
        </>
      )}
    </NewsletterFrame>
  );
}
