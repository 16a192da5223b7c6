"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import type { OrderGroup } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { OrderDetails } from "@/components/order/order-details";
import { useOrderTexts } from "@/components/order/use-order-texts";
import { useStatusText } from "@/components/order/use-status-text";
import { OrderInvoices } from "./order-invoices";
import { Reorder } from "./reorder";
import { Withdrawn } from "./withdrawn";

const wide = "hidden lg:table-cell";

/** Orders in a table, each with its details to unfold. A phone shows date, number, sum and the toggle alone. */
export function OrderTable({ caption, orders }: { caption: string; orders: OrderGroup[] }) {
  const t = useTranslations("account.orders.column");
  return (
    <table className="w-full border-collapse text-left">
      <caption aria-live="polite" className="mb-3 text-left text-ink-2">
        {caption}
      </caption>
      <thead className="border-b border-line text-sm text-ink-3">
        <tr className="[&>th]:px-1 [&>th]:py-2 [&>th]:font-semibold xs:[&>th]:px-2">
          <th scope="col">{t("date")}</th>
          <th scope="col">{t("number")}</th>
          <th scope="col" className={wide}>
            {t("articles")}
          </th>
          <th scope="col" className="text-right lg:text-left">
            {t("sum")}
          </th>
          <th scope="col" className={wide}>
            {t("status")}
          </th>
          <th scope="col" className={wide}>
            {t("deliveries")}
          </th>
          <th scope="col">
            <span className="sr-only">{t("details")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.primaryOrderId} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order }: { order: OrderGroup }) {
  const t = useTranslations("account.orders");
  const text = useOrderTexts();
  const status = useStatusText();
  const [open, setOpen] = useState(false);
  const id = `order-${order.primaryOrderId}`;
  return (
    <Fragment>
      <tr className="border-b border-line max-xs:text-sm [&>*]:px-1 [&>*]:py-2 xs:[&>*]:px-2">
        <td className="tabular-nums xs:whitespace-nowrap">{text.day(order.datePurchased)}</td>
        <th scope="row" className="font-semibold tabular-nums">
          {order.primaryOrderId}
        </th>
        <td className={wide}>{order.articleCount}</td>
        <td className="text-right whitespace-nowrap tabular-nums lg:text-left">{text.sum(order.total)}</td>
        <td className={wide}>{status(order.status)}</td>
        <td className={wide}>{order.subOrders.length}</td>
        <td className="text-right">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            aria-label={t("detailsOf", { number: order.primaryOrderId })}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-xl px-2 font-semibold hover:bg-paper"
          >
            <span className="max-lg:sr-only">{t("column.details")}</span>
            <ChevronDown aria-hidden className={cn("size-5 transition-transform", open && "rotate-180")} />
          </button>
        </td>
      </tr>
      <tr id={id} hidden={!open} className="border-b border-line">
        <td colSpan={7} className="bg-paper p-4 lg:p-6">
          {open && (
            <>
              <OrderDetails order={order}>
                <OrderInvoices id={order.primaryOrderId} />
                <Withdrawn id={order.primaryOrderId} />
              </OrderDetails>
              <Reorder id={order.primaryOrderId} />
            </>
          )}
        </td>
      </tr>
    </Fragment>
  );
}
