"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { LoadFailed } from "@/components/ui/load-failed";
import { fetchInvoices } from "@/lib/api/order";
import { useOrderTexts } from "./use-order-texts";

/** The invoices and credit notes of an order, to keep; nothing while there are none. */
export function OrderInvoices({ id }: { id: number }) {
  const t = useTranslations("account.orders.invoices");
  const text = useOrderTexts();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery({ queryKey: ["invoices", id], queryFn: () => fetchInvoices(id, locale) });
  if (isError && !data) return <LoadFailed text={t("failed")} onRetry={refetch} />;
  if (!data?.invoices.length) return null;
  return (
    <section>
      <h2 className="mb-3 text-lg font-semibold">{t("title")}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {data.invoices.map(({ number, kind, issuedAt, total, url }) => (
          <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <a href={url} download className="font-semibold underline underline-offset-4">
              {t(kind, { number })}
            </a>
            <span className="text-sm text-ink-2">{text.day(issuedAt)}</span>
            <span className="tabular-nums">{text.price(total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
