"use client";

import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { WithdrawalReason } from "@/lib/account/withdrawal-reason";
import type { WithdrawalOrder } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";
import { blankItem, type Declaration } from "./declaration";

/** The customer's own orders; one that cannot be withdrawn from says why. */
export function OrderChoice({ orders }: { orders: WithdrawalOrder[] }) {
  const t = useTranslations("withdrawal");
  const reasons = useTranslations("withdrawal.reasons");
  const period = useTranslations("withdrawal.period");
  const format = useFormatter();
  const { setValue } = useFormContext<Declaration>();
  const chosen = useWatch<Declaration, "orderNumber">({ name: "orderNumber" });
  const order = orders.find((one) => String(one.orderId) === chosen.trim());
  return (
    <div className="grid gap-3">
      <SelectField
        label={t("yourOrder")}
        value={order ? String(order.orderId) : ""}
        onChange={(event) => {
          setValue("orderNumber", event.target.value, { shouldValidate: event.target.value !== "" });
          setValue("items", [blankItem]);
        }}
      >
        <option value="">{t("otherOrder")}</option>
        {orders.map((one) => (
          <option key={one.orderId} value={one.orderId}>
            {t("orderOf", {
              number: one.orderId,
              date: format.dateTime(new Date(one.placedAt), { dateStyle: "medium" }),
            })}
          </option>
        ))}
      </SelectField>
      {order?.lastDay && (
        <p className="text-sm text-ink-2">
          {period("until", { date: format.dateTime(new Date(order.lastDay), { dateStyle: "medium" }) })}
        </p>
      )}
      {order?.reason && <Notice tone="warning">{reasons(order.reason as WithdrawalReason)}</Notice>}
    </div>
  );
}
