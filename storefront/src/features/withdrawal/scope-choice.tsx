"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FieldError } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import type { WithdrawalOrder } from "@/lib/api/types";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import type { Declaration } from "./declaration";
import { ItemRows } from "./item-rows";
import { OrderLines } from "./order-lines";

/** The whole order, or some of it: the lines of a known order, or article numbers as the order's mail has them. */
export function ScopeChoice({ orders }: { orders: WithdrawalOrder[] }) {
  const t = useTranslations("withdrawal");
  const validation = useValidationText();
  const id = useId();
  const { setValue, formState } = useFormContext<Declaration>();
  const wrong = formState.errors.items;
  const scope = useWatch<Declaration, "scope">({ name: "scope" });
  const number = useWatch<Declaration, "orderNumber">({ name: "orderNumber" });
  const order = orders.find((one) => String(one.orderId) === number.trim());
  return (
    <fieldset aria-describedby={id}>
      <legend className="mb-1.5 text-sm font-semibold">{t("scope")}</legend>
      {(["whole", "part"] as const).map((one) => (
        <Radio key={one} name="scope" checked={scope === one} onChange={() => setValue("scope", one)}>
          {t(one)}
        </Radio>
      ))}
      {scope === "part" && (order ? <OrderLines order={order} /> : <ItemRows />)}
      <FieldError id={id} text={scope === "part" ? validation(wrong?.root?.message ?? wrong?.message) : undefined} />
    </fieldset>
  );
}
