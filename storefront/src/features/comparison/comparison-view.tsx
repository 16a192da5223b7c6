"use client";

import { Scale } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useMessage } from "@/lib/i18n/use-message";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { Link } from "@/lib/i18n/link";
import { useComparison } from "@/lib/remembered/use-comparison";
import { ComparisonTable } from "./comparison-table";

/** The comparison's page: the products side by side, on request only where they differ. */
export function ComparisonView() {
  const t = useTranslations("comparison");
  const message = useMessage();
  const comparison = useComparison();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const { products = [], rows = [] } = comparison.data ?? {};
  const place = useFocusKept<HTMLDivElement>(products.length);
  return (
    <div ref={place} tabIndex={-1} className="page keeps-room outline-none">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-4 pt-8">
        <h1 className="min-w-0 text-3xl lg:text-[2.5rem]">{t("title")}</h1>
        {products.length > 1 && (
          <label className="flex cursor-pointer items-center gap-2.5 font-medium">
            <input
              type="checkbox"
              checked={onlyDifferent}
              onChange={(event) => setOnlyDifferent(event.target.checked)}
              className="size-5 accent-accent"
            />
            {t("onlyDifferent")}
          </label>
        )}
      </div>
      {comparison.isPending && <Skeleton className="mt-6 h-[38vh]" />}
      {comparison.isError && (
        <div className="py-10">
          <Notice tone="error">{message(comparison.error, "general")}</Notice>
          <RetryButton look="secondary" className="mt-4" onRetry={() => void comparison.refetch()}>
            {t("retry")}
          </RetryButton>
        </div>
      )}
      {comparison.data && products.length === 0 && (
        <div className="grid min-h-[38vh] place-content-center justify-items-center text-center">
          <Scale aria-hidden className="size-14 text-line-2" strokeWidth={1.25} />
          <p className="mt-5 max-w-md text-ink-2">{t("empty")}</p>
          <Link href="/" className={buttonClass("primary", "lg", "mt-7")}>
            {t("browse")}
          </Link>
        </div>
      )}
      {products.length > 0 && (
        <ComparisonTable products={products} rows={rows.filter((row) => !onlyDifferent || row.differs)} />
      )}
    </div>
  );
}
