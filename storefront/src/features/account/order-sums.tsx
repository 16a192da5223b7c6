"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { priceText } from "@/lib/account/order";
import type { OrderSumDetails } from "@/lib/api/types";
import { cn } from "@/lib/cn";

/** How an order's sum came about, from the goods to the total; what is missing reads NaN. */
export function OrderSums({ details }: { details: OrderSumDetails }) {
  const t = useTranslations("account.orders.sums");
  const { otSubtotal, otTax, otDeclaredValue, otNoRiskMuchFun, otShipping, otPayment, otTotal } = details;
  return (
    <dl className="grid content-start gap-1.5">
      <Line label={t("ot_subtotal")} value={priceText(otSubtotal?.price)} />
      {otTax.map(({ title, value }) => (
        <Line
          key={title}
          label={title ? t("taxPercent", { percent: title }) : t("ot_tax")}
          value={priceText(value)}
          className={quiet}
        />
      ))}
      {otDeclaredValue && <Line label={t("ot_insurance")} value={priceText(otDeclaredValue.price)} />}
      {otNoRiskMuchFun && <Line label={t("ot_noriskmuchfun")} value={priceText(otNoRiskMuchFun.price)} />}
      {otPayment.price && <Line label={otPayment.title} value={priceText(otPayment.price)} />}
      <Line label={t("ot_shipping")} value={priceText(otShipping?.price)} />
      {details.otCoupons.map(({ title, price }) => (
        <Line key={title} label={t("ot_coupon", { code: title })} value={priceText(price)} />
      ))}
      {details.otCouponsBar.map(({ price }, at) => (
        <Line key={at} label={t("ot_coupon_bar")} value={priceText(price)} />
      ))}
      <Line
        label={t("ot_total")}
        value={priceText(otTotal?.price)}
        className="mt-2 border-t border-line-2 pt-3 font-bold"
      />
      <Line label={t("payment")} value={otPayment.title || "NaN"} className={quiet} />
    </dl>
  );
}

const quiet = "text-sm text-ink-2";

function Line({ label, value, className }: { label: ReactNode; value: string; className?: string }) {
  return (
    <div className={cn("flex justify-between gap-4", className)}>
      <dt>{label}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}
