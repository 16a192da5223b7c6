"use client";

import { useLocale, useTranslations } from "next-intl";
import { useImperativeHandle, useState, type Ref } from "react";
import { Notice } from "@/components/ui/notice";
import { Radio } from "@/components/ui/radio";
import { expiryText, hiddenNumber } from "@/lib/account/card";
import { withFullLogin } from "@/lib/account/soft-login";
import { selectCard } from "@/lib/api/card";
import type { SavedCard } from "@/lib/api/types";
import { brandName } from "@/lib/checkout/card-brand";
import { useMessage } from "@/lib/i18n/use-message";
import type { PanelHandle, Prepared } from "./prepared";

type Props = { cards: SavedCard[]; alias: string; onChoose: (alias: string) => void };

/** The saved cards to pay by, and a new one. A card that has expired cannot be chosen. */
export function SavedCards({ cards, alias, onChoose }: Props) {
  const t = useTranslations("checkout.card");
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 text-sm font-semibold">{t("choice")}</legend>
      {cards.map((card) => (
        <Radio
          key={card.alias}
          name="saved-card"
          checked={alias === card.alias}
          disabled={card.expired}
          onChange={() => onChoose(card.alias)}
        >
          <span>
            {brandName(card.brand)} <span className="whitespace-nowrap tabular-nums">{hiddenNumber(card.number)}</span>{" "}
            <span className="whitespace-nowrap text-ink-2">
              {t(card.expired ? "savedExpired" : "savedExpiry", { date: expiryText(card.expiry) })}
            </span>
          </span>
        </Radio>
      ))}
      <Radio name="saved-card" checked={alias === ""} onChange={() => onChoose("")}>
        {t("new")}
      </Radio>
    </fieldset>
  );
}

type Chosen = { code: string; alias: string; onRefused: () => void; ref: Ref<PanelHandle> };

/** Prepares paying by a saved card: there is nothing to type. */
export function ChosenCard({ code, alias, onRefused, ref }: Chosen) {
  const locale = useLocale();
  const message = useMessage();
  const [refused, setRefused] = useState<string>();
  useImperativeHandle(ref, () => ({
    prepare: async (): Promise<Prepared | undefined> => {
      setRefused(undefined);
      try {
        await withFullLogin(() => selectCard(alias, locale));
        return { code, client: { alias } };
      } catch (error) {
        setRefused(message(error, "general"));
        onRefused();
        return undefined;
      }
    },
  }));
  return refused ? (
    <Notice reveal tone="error">
      {refused}
    </Notice>
  ) : null;
}
