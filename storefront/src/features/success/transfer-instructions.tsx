"use client";

import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import type messages from "@messages/de.json";

type Field = keyof (typeof messages)["success"]["fields"];

/** Where to transfer the money, each value to be copied, and how long the goods wait for it. */
export function TransferInstructions({ entries }: { entries: [string, string][] }) {
  const t = useTranslations("success");
  const toast = useToast();
  const nameOf = (key: string) => (t.has(`fields.${key as Field}`) ? t(`fields.${key as Field}`) : key);
  const copy = async (value: string) => {
    await navigator.clipboard.writeText(value);
    toast("success", t("copied"));
  };
  return (
    <>
      <p className="mt-2 text-ink-2">{t("instructions")}</p>
      <dl className="mt-4 divide-y divide-line rounded-card border border-line-2/60">
        {entries.map(([key, value]) => (
          <div key={key} className="flex items-center gap-4 py-1 pr-2 pl-5">
            <dt className="w-36 shrink-0 text-sm text-ink-2">{nameOf(key)}</dt>
            <dd className="min-w-0 flex-1 font-semibold break-words tabular-nums">{value}</dd>
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
