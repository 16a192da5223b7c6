"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { ApiError } from "@/lib/api/error";
import { cancelRestock, confirmRestock } from "@/lib/api/restock";
import type { RestockProduct } from "@/lib/api/types";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/** Opened by the mailed link: confirms that somebody wants to be told of a product, and lets that be ended. */
export function RestockView() {
  const t = useTranslations("restock");
  const locale = useLocale();
  const token = useSearchParams().get("token") ?? "";
  const confirm = useQuery({
    queryKey: ["restock", locale, token],
    queryFn: () => confirmRestock(token, locale),
    staleTime: Infinity,
  });
  return (
    <div className="page">
      <div className="mx-auto grid min-h-[45vh] max-w-xl grid-cols-1 content-start gap-5 py-8 lg:py-14">
        <h1 className="text-3xl hyphens-auto lg:text-4xl">{t("title")}</h1>
        {confirm.isPending && <p role="status">{t("confirming")}</p>}
        {confirm.isError && <Failed error={confirm.error} onRetry={() => void confirm.refetch()} />}
        {confirm.data && <Waiting product={confirm.data} token={token} />}
      </div>
    </div>
  );
}

function Waiting({ product, token }: { product: RestockProduct; token: string }) {
  const t = useTranslations("restock");
  const message = useMessage();
  const end = useOnce({ mutationFn: () => cancelRestock(token) });
  const { name, url, available } = product;
  return (
    <>
      {end.data ? (
        <Notice tone="success" reveal>
          {t("ended")}
        </Notice>
      ) : (
        <Notice tone="success">{t(available ? "available" : "waiting", { name })}</Notice>
      )}
      {end.isError && (
        <Notice reveal tone="error">
          {message(end.error, "general")}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Link href={url} className={buttonClass(available ? "primary" : "secondary", "md")}>
          {t("product")}
        </Link>
        {!available && !end.data && (
          <Button look="quiet" aria-disabled={end.isPending} aria-busy={end.isPending} onClick={() => end.mutate()}>
            {t("end")}
          </Button>
        )}
      </div>
    </>
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
      <Notice tone="error">{why ? t(why) : `${t("failed")} ${message(error, "general")}`}</Notice>
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
