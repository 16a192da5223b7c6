"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Quantity } from "@/components/ui/quantity";
import type { WithdrawalReason } from "@/lib/account/withdrawal-reason";
import type { WithdrawalOrder } from "@/lib/api/types";
import { withUnits } from "@/lib/product/units";
import { openLines, type Declaration } from "./declaration";

/** The lines of an order, each with how many of it are given back; one that cannot says why. */
export function OrderLines({ order }: { order: WithdrawalOrder }) {
  const t = useTranslations("withdrawal");
  const reasons = useTranslations("withdrawal.reasons");
  const { setValue } = useFormContext<Declaration>();
  const items = useWatch<Declaration, "items">({ name: "items" });
  const open = openLines(order);
  useEffect(() => {
    const known = items.every((item) => open.some((line) => line.articleNumber === item.articleNumber));
    if (!known) setValue("items", []);
  }, [items, open, setValue]);
  const quantityOf = (article: string) => items.find((item) => item.articleNumber === article)?.quantity ?? 0;
  const set = (articleNumber: string, quantity: number) => {
    const others = items.filter((item) => item.articleNumber !== articleNumber);
    setValue("items", quantity > 0 ? [...others, { articleNumber, quantity }] : others, { shouldValidate: true });
  };
  return (
    <ul className="mt-2 divide-y divide-line">
      {order.lines.map((line) => (
        <li key={line.articleNumber} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <div className="min-w-52 flex-1">
            <p className="font-medium">{withUnits(line.name)}</p>
            <p className="text-sm text-ink-2">
              {line.reason ? reasons(line.reason as WithdrawalReason) : line.articleNumber}
            </p>
          </div>
          {!line.reason && (
            <Quantity
              label={t("quantityOf", { name: line.name })}
              of={line.name}
              min={0}
              max={line.left}
              value={quantityOf(line.articleNumber)}
              onChange={(quantity) => set(line.articleNumber, quantity)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
