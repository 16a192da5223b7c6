"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Checkbox } from "@/components/ui/radio";
import { useToast } from "@/components/ui/toast";
import { expiryText, hiddenNumber } from "@/lib/account/card";
import { withFullLogin } from "@/lib/account/soft-login";
import { useCards, useCustomer } from "@/lib/account/use-account";
import { removeCards } from "@/lib/api/card";
import type { SavedCard } from "@/lib/api/types";
import { brandName } from "@/lib/checkout/card-brand";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { useFailure } from "@/lib/i18n/use-failure";
import { useOnce } from "@/lib/query/use-once";
import { Loaded } from "@/components/ui/loaded";
import { AddCard } from "./add-card";
import { NotFoundView } from "./not-found-view";

/** The page of the saved credit cards, which a light account does not have. */
export function CardsView() {
  const title = useTranslations("account.cards")("title");
  return (
    <Loaded query={useCustomer()} title={title}>
      {(known) => (known.customerId === 0 ? <NotFoundView /> : <Cards />)}
    </Loaded>
  );
}

/** The saved cards, of which the customer removes some, and to which one can be added. */
function Cards() {
  const t = useTranslations("account.cards");
  const cards = useCards();
  const place = useFocusKept<HTMLDivElement>(cards.data?.length ?? 0);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <h1 className="mb-3 text-2xl lg:text-3xl">{t("title")}</h1>
      <p className="mb-6 max-w-2xl text-ink-2">{t("note")}</p>
      <Loaded query={cards}>
        {(list) =>
          list.length === 0 ? (
            <div className="max-w-2xl rounded-card bg-paper p-6">
              <p className="mb-4">{t("none")}</p>
              <AddCard />
            </div>
          ) : (
            <List cards={list} />
          )
        }
      </Loaded>
    </div>
  );
}

function List({ cards }: { cards: SavedCard[] }) {
  const t = useTranslations("account.cards");
  const locale = useLocale();
  const toast = useToast();
  const client = useQueryClient();
  const [ticked, setChosen] = useState<string[]>([]);
  const chosen = ticked.filter((id) => cards.some((card) => card.id === id));
  const [asked, setAsked] = useState(false);
  const again = () => client.invalidateQueries({ queryKey: ["cards"] });
  const failure = useFailure();
  const failed = (text: string) => {
    void again(); // another tab may have removed one
    toast("error", text);
  };
  const remove = useOnce({
    mutationFn: (ids: string[]) => withFullLogin(() => removeCards(ids, locale)),
    onSuccess: async (answer, ids) => {
      if (!answer.successful) return failed(t("failed"));
      setChosen([]);
      await again();
      toast("success", t("removed", { count: ids.length }));
    },
    onError: (error) => failed(failure(error, t("failed"))),
  });
  const choose = (id: string, yes: boolean) =>
    setChosen((all) => (yes ? [...all, id] : all.filter((one) => one !== id)));
  return (
    <>
      <ul className="max-w-2xl divide-y divide-line rounded-card border border-line">
        {cards.map((card) => (
          <li key={card.id} className="px-4 py-2">
            <Checkbox checked={chosen.includes(card.id)} onChange={(yes) => choose(card.id, yes)}>
              <CardLines card={card} />
            </Checkbox>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        {/* It keeps the focus when nothing is chosen any more. */}
        <Button
          aria-disabled={chosen.length === 0}
          aria-busy={remove.isPending}
          onClick={() => setAsked(chosen.length > 0)}
        >
          {t("remove", { count: chosen.length })}
        </Button>
        <AddCard />
      </div>
      <Confirm
        open={asked}
        title={t("confirmTitle", { count: chosen.length })}
        text={t("confirmText", { count: chosen.length })}
        onAnswer={(yes) => {
          setAsked(false);
          if (yes) remove.mutate(chosen);
        }}
      />
    </>
  );
}

function CardLines({ card }: { card: SavedCard }) {
  const t = useTranslations("account.cards");
  return (
    <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-[1fr_auto]">
      <span className="min-w-0">
        <span className="block font-semibold">
          {brandName(card.brand)} <span className="whitespace-nowrap tabular-nums">{hiddenNumber(card.number)}</span>
        </span>
        <span className="block text-sm break-words text-ink-2">{card.holder}</span>
      </span>
      <span className={card.expired ? "text-sm text-bad" : "text-sm text-ink-2"}>
        {t(card.expired ? "expired" : "expiry", { date: expiryText(card.expiry) })}
      </span>
    </span>
  );
}
