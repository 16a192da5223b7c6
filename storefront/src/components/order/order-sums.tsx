"use client";

import { useTranslations } from "next-intl";
import type { OrderSumDetails } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { useOrderTexts } from "./use-order-texts";

/** How an order's sum came about, from the goods to the total; what is missing reads NaN. */
export function OrderSums({ details }: { details: OrderSumDetails }) {
  const t = useTranslations("account.orders.sums");
  const text = useOrderTexts();
  const { otSubtotal, otTax, otDeclaredValue, otNoRiskMuchFun, otShipping, otPayment, otTotal } = details;
  return (
    <dl className="grid content-start gap-1.5">
      <Line label={t("ot_subtotal")} value={text.price(otSubtotal?.price)} />
      {otTax.map(({ title, value }) => (
        <Line
          key={title}
          label={title ? t("taxPercent", { percent: title }) : t("ot_tax")}
          value={text.price(value)}
          className={quiet}
        />
      ))}
      {otDeclaredValue && <Line label={t("ot_insurance")} value={text.price(otDeclaredValue.price)} />}
      {otNoRiskMuchFun && <Line label={t("ot_noriskmuchfun")} value={text.price(otNoRiskMuchFun.price)} />}
      {otPayment.price && <Line label={otPayment.title} value={text.price(otPayment.price)} />}
      <Line label={t("ot_shipping")} value={text.price(otShipping?.price)} />
      {details.otCoupons.map(({ title, price }) => (
        <Line key={title} label={t("ot_coupon", { code: title })} value={text.price(price)} className={coded} />
      ))}
      {details.otCouponsBar.map(({ price }, at) => (
        <Line key={at} label={t("ot_coupon_bar")} value={text.price(price)} />
      ))}
      <Line
        label={t("ot_total")}
        value={text.price(otTotal?.price)}
        className="mt-2 border-t border-line-2 pt-3 font-bold"
      />
      <Line label={t("payment")} value={otPayment.title || "NaN"} className={quiet} />
    </dl>
  );
}

const quiet = "text-sm text-ink-2";
const coded = "[&>dd]:shrink-0 [&>dt]:wrap-anywhere"; // a code may have no place to wrap

function Line({ label, value, className }: { label: string; value: string; className?: string }) {
  return (
    <div className={cn("flex justify-between gap-4", className)}>
      <dt>{label}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}
