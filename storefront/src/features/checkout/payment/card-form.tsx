"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useImperativeHandle, useMemo, useState, type Ref } from "react";
import { useForm, useWatch } from "react-hook-form";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Checkbox } from "@/components/ui/radio";
import {
  brandOf,
  cardSchema,
  checkCard,
  codeLength,
  formatCard,
  tokenOf,
  type Card,
  type Gateway,
} from "@/lib/checkout/card";
import { CodeField } from "./code-field";
import type { PanelHandle, Prepared } from "./prepared";
import { useKeepCard } from "./use-keep-card";

type Props = { code: string; gateway: Gateway; maySave: boolean; ref: Ref<PanelHandle> };
type ErrorKey = "holder" | "pan" | "panInvalid" | "unsupported" | "month" | "year" | "expired" | "cvc2";

const empty: Card = { holder: "", pan: "", month: "", year: "", cvc2: "" };

/** A card's data, checked here and then by the gateway, which alone gets it. */
export function CardForm({ code, gateway, maySave, ref }: Props) {
  const t = useTranslations("checkout.card");
  const keep = useKeepCard();
  const [save, setSave] = useState(false);
  const [refused, setRefused] = useState<string>();
  const resolver = useMemo(() => zodResolver(cardSchema(gateway.cardTypes)), [gateway.cardTypes]);
  const form = useForm<Card>({ resolver, mode: "onTouched", defaultValues: empty });
  const { register, formState, setValue, trigger, getValues } = form;
  const number = useWatch({ control: form.control, name: "pan" });
  const error = (name: keyof Card) => {
    const key = formState.errors[name]?.message;
    return key && t(`errors.${key as ErrorKey}`);
  };
  useImperativeHandle(ref, () => ({
    prepare: async (): Promise<Prepared | undefined> => {
      setRefused(undefined);
      if (!(await trigger(undefined, { shouldFocus: true }))) return undefined;
      const card = getValues();
      const check = await checkCard(gateway, card).catch(() => undefined);
      if (check?.status === "VALID") {
        const token = tokenOf(check, card.holder);
        const alias = save ? await keep(token) : undefined;
        return { code, client: alias ? { alias } : token };
      }
      setRefused(check?.customermessage || check?.errormessage || t("errors.check"));
      return undefined;
    },
  }));
  const pan = register("pan");
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      {refused && (
        <Notice tone="error" className="col-span-6">
          {refused}
        </Notice>
      )}
      <p className="col-span-6 text-sm text-ink-2">
        {t("accepted", { brands: gateway.cardTypes.map(({ brand }) => brand).join(", ") })}
      </p>
      <TextField
        {...register("holder")}
        label={t("holder")}
        autoComplete="cc-name"
        error={error("holder")}
        className="col-span-6"
      />
      <TextField
        {...pan}
        onChange={(event) => {
          event.target.value = formatCard(event.target.value);
          void pan.onChange(event);
        }}
        label={t("pan")}
        hint={brandOf(number)}
        inputMode="numeric"
        autoComplete="cc-number"
        error={error("pan")}
        className="col-span-6"
      />
      <TextField
        {...register("month", { deps: ["year"] })}
        label={t("month")}
        placeholder="MM"
        inputMode="numeric"
        maxLength={2}
        autoComplete="cc-exp-month"
        error={error("month")}
        className="col-span-2"
      />
      <TextField
        {...register("year", { deps: ["month"] })}
        label={t("year")}
        placeholder={t("yearPlaceholder")}
        inputMode="numeric"
        maxLength={4}
        autoComplete="cc-exp-year"
        error={error("year")}
        className="col-span-2"
      />
      <CodeField
        label={t("cvc2")}
        length={codeLength(number)}
        error={error("cvc2")}
        onChange={(value) => setValue("cvc2", value, { shouldValidate: formState.isSubmitted || value.length >= 3 })}
        className="col-span-2"
      />
      {maySave && (
        <div className="col-span-6">
          <Checkbox checked={save} onChange={setSave}>
            {t("save")}
          </Checkbox>
        </div>
      )}
    </div>
  );
}
