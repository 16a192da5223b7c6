"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { brandOf, codeLength, formatCard, type Card, type Gateway } from "@/lib/checkout/card";
import { brandName } from "@/lib/checkout/card-brand";
import { CodeField } from "./code-field";
import type { CardFormState } from "./use-card-form";

type Props = { gateway: Gateway; state: CardFormState; children?: ReactNode };
type ErrorKey = "holder" | "pan" | "panInvalid" | "unsupported" | "month" | "year" | "expired" | "cvc2";

/** The fields of a card, below what the gateway said against it. children come after them. */
export function CardFields({ gateway, state: { form, refused }, children }: Props) {
  const t = useTranslations("checkout.card");
  const { register, formState, setValue } = form;
  const number = useWatch({ control: form.control, name: "pan" });
  const error = (name: keyof Card) => {
    const key = formState.errors[name]?.message;
    return key && t(`errors.${key as ErrorKey}`);
  };
  // In the order of the fields: the first that is wrong gets the focus.
  const holder = register("holder");
  const pan = register("pan");
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      {refused && (
        <Notice reveal tone="error" className="col-span-6">
          {refused}
        </Notice>
      )}
      <p className="col-span-6 text-sm text-ink-2">
        {t("accepted", { brands: gateway.cardTypes.map(({ brand }) => brandName(brand)).join(", ") })}
      </p>
      <TextField
        {...holder}
        label={t("holder")}
        required
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
        required
        hint={brandName(brandOf(number) ?? "")}
        inputMode="numeric"
        autoComplete="cc-number"
        error={error("pan")}
        className="col-span-6"
      />
      <TextField
        {...register("month", { deps: ["year"] })}
        label={t("month")}
        required
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
        required
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
      {children && <div className="col-span-6">{children}</div>}
    </div>
  );
}
