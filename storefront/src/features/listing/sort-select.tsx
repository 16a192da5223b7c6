"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "@/lib/i18n/navigation";
import { listingHref } from "@/lib/listing/query";

const orders = ["popularity", "price_asc", "price_desc", "newest", "name_asc"] as const;

/** Chooses the order of a listing, which starts again at its first page. */
export function SortSelect({ path, params, sort }: { path: string; params: [string, string][]; sort: string }) {
  const t = useTranslations("listing");
  const router = useRouter();
  return (
    <label className="flex min-w-0 items-center gap-2.5 text-sm">
      <span className="hidden text-ink-2 sm:block">{t("sort")}</span>
      <select
        aria-label={t("sort")}
        value={sort}
        onChange={(event) => router.push(listingHref(path, params, event.target.value, 1))}
        className="h-11 min-w-0 rounded-full border border-line-2 bg-white pr-10 pl-4 font-semibold hover:border-ink max-xs:pr-8 max-xs:pl-3"
      >
        <option value="">{t("orders.relevance")}</option>
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`orders.${order}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
