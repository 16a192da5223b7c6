"use client";

import { useTranslations } from "next-intl";
import type { OrderInvoice } from "@/lib/api/types";
import { useOrderTexts } from "./use-order-texts";

/** Documents of an order, to keep; nothing while there are none. */
export function InvoiceList({ invoices }: { invoices: OrderInvoice[] }) {
  const t = useTranslations("account.orders.invoices");
  const text = useOrderTexts();
  if (invoices.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-lg font-semibold">{t("title")}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {invoices.map(({ number, kind, issuedAt, total, url }) => (
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
