"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import type { WithdrawalReason } from "@/lib/account/withdrawal-reason";
import type { DeclaredWithdrawal, OrderWithdrawal as Withdrawal } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { Link } from "@/lib/i18n/link";
import { useOrderTexts } from "./use-order-texts";

type Props = { withdrawal: Withdrawal; href: string };

/** What was declared of an order and how it stands, and the way to withdraw from what is left; nothing where there is neither. */
export function OrderWithdrawal({ withdrawal: { open, lastDay, declared }, href }: Props) {
  const t = useTranslations("account.orders.withdrawal");
  const period = useTranslations("withdrawal.period");
  const text = useOrderTexts();
  if (!open && declared.length === 0) return null;
  return (
    <section className={cn(declared.length === 0 && !lastDay && "print:hidden")}>
      <h2 className="mb-3 text-lg font-semibold">{t("title")}</h2>
      {declared.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {declared.map((one) => (
            <Declared key={one.number} {...one} />
          ))}
        </ul>
      )}
      {open && (
        <div className={declared.length > 0 ? "mt-4" : undefined}>
          {lastDay && <p className="mb-3">{period("until", { date: text.day(lastDay) })}</p>}
          <Link href={href} className={buttonClass("secondary", "md")}>
            <Undo2 aria-hidden className="size-4" />
            {t("submit")}
          </Link>
        </div>
      )}
    </section>
  );
}

function Declared({ number, receivedAt, status, reason, items, refunded, labelUrl }: DeclaredWithdrawal) {
  const t = useTranslations("account.orders.withdrawal");
  const reasons = useTranslations("withdrawal.reasons");
  const text = useOrderTexts();
  const extent = items.map((one) => `${one.quantity} × ${one.articleNumber}`).join(", ");
  return (
    <li className="py-3">
      <p className="font-semibold break-words">
        {t("declared", { number, date: text.day(receivedAt), extent: extent || t("whole") })}
      </p>
      <p className="text-sm text-ink-2">
        {t(`status.${status}`)} {reason && reasons(reason as WithdrawalReason)}
        {refunded && t("refunded", { amount: text.price(refunded) })}
      </p>
      {labelUrl && (
        <a href={labelUrl} download className="inline-block py-1 text-sm font-semibold underline underline-offset-4">
          {t("label")}
        </a>
      )}
    </li>
  );
}
