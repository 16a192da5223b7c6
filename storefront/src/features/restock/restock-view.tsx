"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { ApiError } from "@/lib/api/error";
import { cancelRestock, confirmRestock } from "@/lib/api/restock";
import type { RestockProduct } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";

/**
 * Opened by the mailed link: somebody confirms that they want to be told of a product, or ends that. Either takes a click, because
 * mail programs open links before anybody reads them.
 */
export function RestockView() {
  const t = useTranslations("restock");
  const locale = useLocale();
  const message = useMessage();
  const token = useSearchParams().get("token") ?? "";
  const [wanted, setWanted] = useState(false);
  const end = useMutation({ mutationFn: () => cancelRestock(token) });
  const confirm = useQuery({
    queryKey: ["restock", locale, token],
    queryFn: () => confirmRestock(token, locale),
    staleTime: Infinity,
    enabled: wanted,
  });
  return (
    <div className="page">
      <div className="mx-auto grid min-h-[45vh] max-w-xl content-start gap-5 py-8 lg:py-14">
        <h1 className="text-3xl lg:text-4xl">{t("title")}</h1>
        {end.data ? <Ended /> : end.isError && <Notice tone="error">{message(end.error, "general")}</Notice>}
        {!end.data && confirm.isError && <Failed error={confirm.error} onRetry={() => void confirm.refetch()} />}
        {!end.data && confirm.data && <Waiting {...confirm.data} />}
        {!end.data && confirm.isPending && <p className="text-ink-2">{t("question")}</p>}
        <div className="flex flex-wrap gap-3">
          {confirm.data && (
            <Link
              href={confirm.data.url}
              className={buttonClass(confirm.data.available ? "primary" : "secondary", "md")}
            >
              {t("product")}
            </Link>
          )}
          {!end.data && confirm.isPending && (
            <Button onClick={() => setWanted(true)} aria-busy={wanted}>
              {t("confirm")}
            </Button>
          )}
          {!end.data && !confirm.isError && !confirm.data?.available && (
            <Button look="quiet" aria-disabled={end.isPending} aria-busy={end.isPending} onClick={() => end.mutate()}>
              {t("end")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function Ended() {
  return (
    <Notice tone="success" reveal>
      {useTranslations("restock")("ended")}
    </Notice>
  );
}

function Waiting({ name, available }: RestockProduct) {
  const t = useTranslations("restock");
  return (
    <Notice tone="success" reveal>
      {t(available ? "available" : "waiting", { name })}
    </Notice>
  );
}

const refused = { wrong_link: "wrongLink", product_not_found: "gone" } as const;

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations("restock");
  const message = useMessage();
  const reason = error instanceof ApiError ? error.reason : "";
  const why = refused[reason as keyof typeof refused];
  return (
    <>
      <Notice tone="error" reveal>
        {why ? t(why) : `${t("failed")} ${message(error, "general")}`}
      </Notice>
      {why ? (
        <Link href="/" className={buttonClass("secondary", "md", "justify-self-start")}>
          {t("shop")}
        </Link>
      ) : (
        <RetryButton look="secondary" className="justify-self-start" onRetry={onRetry}>
          {t("retry")}
        </RetryButton>
      )}
    </>
  );
}
