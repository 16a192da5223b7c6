"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { instructionsOf, TransferInstructions } from "@/components/payment/transfer-instructions";
import { ProductImage } from "@/components/product/product-image";
import { cn } from "@/lib/cn";
import type { OrderDelivery, OrderGroup } from "@/lib/api/types";
import { withUnits } from "@/lib/product/units";
import { LineExtras } from "./line-extras";
import { OrderAddresses } from "./order-addresses";
import { OrderSums } from "./order-sums";
import { useCancelText } from "./use-cancel-text";
import { useOrderTexts } from "./use-order-texts";
import { useStatusText } from "./use-status-text";

/**
 * What was ordered: how it is still to be paid, each delivery with its parcels and products, how the sum came about, the
 * addresses, and as children what who shows the order brings along: its invoices and withdrawals.
 */
export function OrderDetails({ order, children }: { order: OrderGroup; children: ReactNode }) {
  const t = useTranslations("account.orders");
  const text = useOrderTexts();
  const status = useStatusText();
  const deliveries = order.subOrders.flatMap((id) => order.orders[id] ?? []);
  const first = deliveries[0];
  const instructions = instructionsOf(order);
  const why = useCancelText()(order.cancelReason);
  return (
    <div className="grid grid-cols-1 gap-6">
      <dl className={cn("grid gap-x-8 gap-y-3 sm:grid-cols-2", deliveries.length === 1 && "lg:grid-cols-3")}>
        <Fact label={t("column.date")} value={text.day(order.datePurchased)} />
        <Fact label={t("column.status")} value={status(order.status)} />
        {deliveries.map(({ id, orderDetails: { shipping } }, at) => (
          <Fact
            key={id}
            label={deliveries.length > 1 ? t("delivery", { n: at + 1, m: deliveries.length }) : t("shipping")}
            value={[shipping.title, shipping.description].filter(Boolean).join(", ")}
          />
        ))}
      </dl>
      {why && <p className="max-w-2xl">{why}</p>}
      {instructions.length > 0 && (
        <section className="max-w-2xl">
          <h2 className="text-lg font-semibold">{t("toPay")}</h2>
          <TransferInstructions entries={instructions} giroCode={order.giroCode} held={order.status === "reserved"} />
        </section>
      )}
      <div>
        <h2 className="mb-3 text-lg font-semibold tracking-normal">
          {t("contains", { number: order.primaryOrderId, count: order.articleCount })}
        </h2>
        {deliveries.map((delivery, at) => (
          <section key={delivery.id} className="mt-5 first-of-type:mt-0">
            {deliveries.length > 1 && (
              <h3 className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-sm tracking-normal">
                <span>{t("delivery", { n: at + 1, m: deliveries.length })}</span>
                <span className="font-normal text-ink-2">{status(delivery.status)}</span>
              </h3>
            )}
            <Parcels delivery={delivery} />
            <Products delivery={delivery} />
          </section>
        ))}
      </div>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        {first && <OrderSums details={first.orderDetails} />}
        <OrderAddresses order={order} />
      </div>
      {children}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="font-semibold">{value || "NaN"}</dd>
    </div>
  );
}

function Parcels({ delivery }: { delivery: OrderDelivery }) {
  const t = useTranslations("account.orders");
  if (delivery.parcels.length === 0) return null;
  return (
    <ul className="mb-2 text-sm">
      {delivery.parcels.map(({ trackingNumber, trackingUrl }) => (
        <li key={trackingNumber} className="flex flex-wrap gap-x-3 py-1">
          <span className="text-ink-2">
            {t("parcel")} <span className="break-all text-ink">{trackingNumber}</span>
          </span>
          {trackingUrl && (
            <a
              href={trackingUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={t("trackOf", { number: trackingNumber })}
              className="font-semibold underline underline-offset-4"
            >
              {t("track")}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Products({ delivery }: { delivery: OrderDelivery }) {
  const t = useTranslations("account.orders");
  const text = useOrderTexts();
  return (
    <ul className="divide-y divide-line border-y border-line">
      {delivery.products.map((product) => (
        <li
          key={product.productId}
          className="grid grid-cols-[auto_1fr] items-center gap-x-4 py-3 sm:grid-cols-[auto_1fr_auto]"
        >
          <ProductImage image={product.productImage} alt="" size={200} className="size-16 rounded-xl bg-white" />
          <div className="min-w-0">
            <p className="font-semibold break-words">{withUnits(product.productName)}</p>
            <LineExtras line={product} />
            <p className="text-sm text-ink-2">
              {t.rich("article", {
                number: product.articleNumber,
                whole: (chunks) => <span className="whitespace-nowrap">{chunks}</span>,
              })}
            </p>
            <p className="text-sm text-ink-2">
              {t("quantity", { count: product.productQuantity })}
              {product.productQuantity > 1 && ` · ${t("each", { price: text.price(product.unitPrice) })}`}
            </p>
          </div>
          <p className="font-semibold whitespace-nowrap tabular-nums max-sm:col-start-2 max-sm:justify-self-end">
            {text.price(product.price)}
          </p>
        </li>
      ))}
    </ul>
  );
}
