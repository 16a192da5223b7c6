"use client";

import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import type messages from "@messages/de.json";
import { useFormatter } from "@/lib/i18n/use-formatter";

const isoDate = /^\d{4}-\d{2}-\d{2}(T|$)/;

type Field = keyof (typeof messages)["success"]["fields"];

const order: Field[] = ["account_holder", "iban", "bic", "bank_name", "amount", "purpose", "due_date"];

const rank = (key: string) => (order.indexOf(key as Field) + order.length + 1) % (order.length + 1);

type Told = { instructions?: Record<string, string>; furtherInstructions?: { label: string; value: string }[] | null };

/** What there is to say about how an order is paid: what the shop has a word for by its key, the rest by the plugin's. */
export function instructionsOf({ instructions = {}, furtherInstructions }: Told): [string, string][] {
  const further = (furtherInstructions ?? []).map(({ label, value }): [string, string] => [label, value]);
  return [...Object.entries(instructions), ...further].filter(([, value]) => value !== "");
}

type Props = { entries: [string, string][]; giroCode?: string | undefined; held: boolean };

/** How to pay, each value to be copied, or with a banking app; and how long the goods wait for the money where they do. */
export function TransferInstructions({ entries, giroCode, held }: Props) {
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
      {entries.some(([key]) => key === "iban") && <p className="mt-2 text-ink-2">{t("instructions")}</p>}
      <dl className="mt-4 divide-y divide-line rounded-card border border-line-2/60">
        {sorted.map(([key, value]) => (
          <div
            key={key}
            className="items-center gap-x-4 py-1 pr-2 pl-5 max-sm:pt-2.5 max-xs:pl-4 sm:grid sm:grid-cols-[9rem_1fr]"
          >
            <dt className="text-sm text-ink-2">{nameOf(key)}</dt>
            <dd className="flex min-w-0 items-center gap-2 font-semibold tabular-nums max-xs:text-sm">
              <span className="min-w-0 flex-1 break-words">{shown(value)}</span>
              <button
                type="button"
                aria-label={t("copy", { name: nameOf(key) })}
                onClick={() => void copy(value)}
                className="grid size-11 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
              >
                <Copy aria-hidden className="size-4.5" />
              </button>
            </dd>
          </div>
        ))}
      </dl>
      {giroCode && (
        <figure className="mt-4 flex flex-col items-start gap-x-5 gap-y-3 sm:flex-row sm:items-center print:hidden">
          {/* White around it is a part of the code, whatever the page's colour. */}
          <img
            src={giroCode}
            alt={t("giroCodeAlt")}
            width={164}
            height={164}
            className="shrink-0 rounded-card border border-line"
          />
          <figcaption className="text-sm text-ink-2">
            {t("giroCode")}{" "}
            <a href={giroCode} download="girocode.png" className="font-semibold underline underline-offset-4">
              {t("giroCodeSave")}
            </a>
          </figcaption>
        </figure>
      )}
      {held && <p className="mt-4 text-sm text-ink-2">{t("prepayment")}</p>}
    </>
  );
}
