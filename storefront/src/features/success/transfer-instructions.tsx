"use client";

import { Copy } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import type messages from "@messages/de.json";

const isoDate = /^\d{4}-\d{2}-\d{2}(T|$)/;

type Field = keyof (typeof messages)["success"]["fields"];

const order: Field[] = ["account_holder", "iban", "bic", "bank_name", "amount", "purpose", "due_date"];

const rank = (key: string) => (order.indexOf(key as Field) + order.length + 1) % (order.length + 1);

/** Where to transfer the money, each value to be copied, and how long the goods wait for it. */
export function TransferInstructions({ entries }: { entries: [string, string][] }) {
  const t = useTranslations("success");
  const format = useFormatter();
  const toast = useToast();
  const nameOf = (key: string) => (t.has(`fields.${key as Field}`) ? t(`fields.${key as Field}`) : key);
  const sorted = [...entries].sort(([a], [b]) => rank(a) - rank(b));
  const shown = (value: string) =>
    isoDate.test(value) ? format.dateTime(new Date(`${value.slice(0, 10)}T12:00:00Z`), { dateStyle: "long" }) : value;
  const copy = async (value: string) => {
    await navigator.clipboard.writeText(value);
    toast("success", t("copied"));
  };
  return (
    <>
      <p className="mt-2 text-ink-2">{t("instructions")}</p>
      <dl className="mt-4 divide-y divide-line rounded-card border border-line-2/60">
        {sorted.map(([key, value]) => (
          <div
            key={key}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-2 pr-2 pl-5 sm:grid-cols-[9rem_1fr_auto] sm:py-1"
          >
            <dt className="col-span-2 text-sm text-ink-2 sm:col-span-1">{nameOf(key)}</dt>
            <dd className="min-w-0 font-semibold break-words tabular-nums">{shown(value)}</dd>
            <button
              type="button"
              aria-label={t("copy", { name: nameOf(key) })}
              onClick={() => void copy(value)}
              className="grid size-11 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
            >
              <Copy aria-hidden className="size-4.5" />
            </button>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-2">{t("prepayment")}</p>
    </>
  );
}
