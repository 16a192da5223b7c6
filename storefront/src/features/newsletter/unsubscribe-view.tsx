"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { unsubscribe } from "@/lib/api/newsletter";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";
import { NewsletterFrame } from "./newsletter-frame";
import { UnsubscribeForm } from "./unsubscribe-form";

/** Opened by a mail's link, unsubscribes with one click; without one, asks for the address and mails the link. */
export function UnsubscribeView() {
  const t = useTranslations("newsletter.leave");
  const message = useMessage();
  const token = useSearchParams().get("token");
  const leave = useOnce({ mutationFn: () => unsubscribe(token ?? "") });
  const wrongLink = Boolean(leave.data?.error);
  if (!token) {
    return (
      <NewsletterFrame title={t("title")}>
        <UnsubscribeForm />
      </NewsletterFrame>
    );
  }
  return (
    <NewsletterFrame title={t("title")}>
      {leave.data && !wrongLink ? (
        <Notice reveal tone="success">
          {t("done")}
        </Notice>
      ) : (
        <>
          {(wrongLink || leave.isError) && (
            <Notice reveal tone="error">
              {wrongLink ? t("failed") : message(leave.error, "general")}
            </Notice>
          )}
          <p className="text-ink-2">{t("question")}</p>
          <Button size="lg" onClick={() => leave.mutate()} aria-busy={leave.isPending} className="justify-self-start">
            {t("submit")}
          </Button>
        </>
      )}
      {wrongLink && <UnsubscribeForm />}
    </NewsletterFrame>
  );
}
