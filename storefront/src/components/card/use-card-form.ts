"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import type { CardToken } from "@/lib/api/types";
import { cardSchema, checkCard, tokenOf, type Card, type Gateway } from "@/lib/checkout/card";

const empty: Card = { holder: "", pan: "", month: "", year: "", cvc2: "" };

/**
 * A card's form. check holds the card against the rules, then has the gateway check it, which alone gets it; it gives
 * what the shop may know of the card, or undefined when there is something for the customer to mend. refused is what the
 * gateway said then.
 */
export function useCardForm(gateway: Gateway) {
  const t = useTranslations("checkout.card");
  const [refused, setRefused] = useState<string>();
  const resolver = useMemo(() => zodResolver(cardSchema(gateway.cardTypes)), [gateway.cardTypes]);
  const form = useForm<Card>({ resolver, mode: "onTouched", defaultValues: empty });
  const check = async (): Promise<CardToken | undefined> => {
    setRefused(undefined);
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return undefined;
    const card = form.getValues();
    const answer = await checkCard(gateway, card).catch(() => undefined);
    if (answer?.status === "VALID") return tokenOf(answer, card.holder);
    setRefused(answer?.customermessage || answer?.errormessage || t("errors.check"));
    return undefined;
  };
  return { form, refused, check };
}

/** The form of a card, as its fields need it. */
export type CardFormState = ReturnType<typeof useCardForm>;
