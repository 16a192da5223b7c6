"use client";

import { useTranslations } from "next-intl";
import { useImperativeHandle, useState, type Ref } from "react";
import { CardFields } from "@/components/card/card-fields";
import { useCardForm } from "@/components/card/use-card-form";
import { Checkbox } from "@/components/ui/radio";
import type { Gateway } from "@/lib/checkout/card";
import type { PanelHandle, Prepared } from "./prepared";
import { useKeepCard } from "./use-keep-card";

type Props = { code: string; gateway: Gateway; maySave: boolean; ref: Ref<PanelHandle> };

/** A card's data, checked here and then by the gateway, which alone gets it. */
export function CardForm({ code, gateway, maySave, ref }: Props) {
  const t = useTranslations("checkout.card");
  const keep = useKeepCard();
  const state = useCardForm(gateway);
  const [save, setSave] = useState(false);
  useImperativeHandle(ref, () => ({
    prepare: async (): Promise<Prepared | undefined> => {
      const token = await state.check();
      if (!token) return undefined;
      const alias = save ? await keep(token) : undefined;
      return { code, client: alias ? { alias } : token };
    },
  }));
  return (
    <CardFields gateway={gateway} state={state}>
      {maySave && (
        <Checkbox checked={save} onChange={setSave}>
          {t("save")}
        </Checkbox>
      )}
    </CardFields>
  );
}
