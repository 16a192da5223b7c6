"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { EmailAddress } from "@/components/ui/email-address";
import { Notice } from "@/components/ui/notice";
import type { WithdrawalReceipt } from "@/lib/api/types";
import { useFormatter } from "@/lib/i18n/use-formatter";
import type { Declaration } from "./declaration";

type Props = { receipt: WithdrawalReceipt; declared: Declaration };

/** Says that the withdrawal has arrived, with its content, date and time, as the mailed receipt does. */
export function Received({ receipt, declared }: Props) {
  const t = useTranslations("withdrawal");
  const format = useFormatter();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const facts = [
    [t("number"), String(receipt.number)],
    [t("receivedAt"), format.dateTime(new Date(receipt.receivedAt), { dateStyle: "long", timeStyle: "medium" })],
    [t("name"), declared.name.trim()],
    [t("orderNumber"), declared.orderNumber.trim()],
    [t("extent"), scopeOf()],
  ] as const;
  function scopeOf() {
    if (declared.scope === "whole") return t("whole");
    return declared.items.map((one) => `${one.quantity} × ${one.articleNumber.trim()}`).join(", ");
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t("received")}
      </h2>
      <Notice tone="success" className="mt-4">
        {t.rich("receiptMailed", { email: receipt.email, address: () => <EmailAddress address={receipt.email} /> })}
      </Notice>
      <dl className="mt-6 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="sm:contents">
            <dt className="text-sm text-ink-2 sm:py-1">{label}</dt>
            <dd className="font-medium break-words sm:py-1">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 leading-7 text-ink-2">{t("next")}</p>
    </section>
  );
}
