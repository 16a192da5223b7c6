"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useImperativeHandle, useRef, useState, type Ref } from "react";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { withFullLogin } from "@/lib/account/soft-login";
import { fetchCardFields } from "@/lib/api/card";
import type { CheckoutCards } from "@/lib/api/types";
import { CardForm } from "./card-form";
import type { PanelHandle } from "./prepared";
import { ChosenCard, SavedCards } from "./saved-cards";

type Props = { code: string; ref: Ref<PanelHandle> };

/** What the card method asks for below its name: one of the saved cards, or a new one. */
export function CardPanel({ code, ref }: Props) {
  const t = useTranslations("checkout.payment");
  const locale = useLocale();
  // Asked for anew each time: a card may have been saved meanwhile.
  const fields = useQuery({
    queryKey: ["card-fields", locale],
    queryFn: () => withFullLogin(() => fetchCardFields(locale)),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [missed, setMissed] = useState(0);
  const choice = useRef<PanelHandle>(null);
  useImperativeHandle(ref, () => ({
    // Who goes on before the fields are there has not filled them: they come, or are tried again.
    prepare: async () => {
      if (!fields.data && !(await fields.refetch()).data) setMissed((count) => count + 1);
      return choice.current?.prepare();
    },
  }));
  return (
    <div className="px-4 pb-5 sm:px-5">
      {fields.isPending && <Skeleton className="h-64" />}
      {fields.isError && (
        // Below many methods, its button is far away: there who pressed it is led to this.
        <Notice key={missed} reveal={missed > 0} tone="error">
          {t("widgetFailed")}
        </Notice>
      )}
      {fields.data && <Choice code={code} fields={fields.data} onRefused={() => void fields.refetch()} ref={choice} />}
    </div>
  );
}

// A card that is refused is gone, as in another tab: the others, or a new one, are left to choose from.
function Choice({ code, fields, onRefused, ref }: Props & { fields: CheckoutCards; onRefused: () => void }) {
  const [alias, setAlias] = useState(fields.selectedAlias);
  const [saved] = useState(fields.creditCards.length > 0); // the choice stays under the keyboard when the last card is gone
  return (
    <>
      {saved && <SavedCards cards={fields.creditCards} alias={alias} onChoose={setAlias} />}
      {alias ? (
        <ChosenCard key={alias} code={code} alias={alias} onRefused={onRefused} ref={ref} />
      ) : (
        <CardForm code={code} gateway={fields} maySave={fields.maySave} ref={ref} />
      )}
    </>
  );
}
