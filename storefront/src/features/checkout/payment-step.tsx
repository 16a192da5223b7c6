"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { useMessage } from "@/lib/i18n/use-message";
import type { StepProps } from "./checkout-view";
import { ChoiceRow } from "./choice-list";
import { ContinueButton } from "./continue-button";
import { useSaveChoice } from "./use-save-choice";

/** The third step: how to pay. What was not changed is not saved again. */
export function PaymentStep({ view, onView, go }: StepProps) {
  const t = useTranslations("checkout");
  const message = useMessage();
  const { methods, selected } = view.payment;
  const [chosen, setChosen] = useState(selected);
  const save = useSaveChoice(onView, () => go("shipping"));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === selected) go("shipping");
        else save.mutate({ paymentCode: chosen });
      }}
    >
      <h1 className="text-2xl lg:text-3xl">{t("payment.title")}</h1>
      {save.isError && (
        <Notice tone="error" className="mt-5">
          {message(save.error, "delivery")}
        </Notice>
      )}
      {methods.length === 0 ? (
        <Notice tone="error" className="mt-5">
          {t("payment.none")}
        </Notice>
      ) : (
        <fieldset className="mt-5">
          <legend className="sr-only">{t("steps.payment")}</legend>
          <ul className="overflow-hidden rounded-card border border-line-2/60">
            {methods.map((method) => (
              <ChoiceRow
                key={method.code}
                group="payment"
                title={method.title}
                hint={method.available ? method.hint : message(method.reason ?? "", "payment_unavailable")}
                logo={method.logo}
                fee={method.fee}
                free={t("payment.free")}
                tip={method.tip}
                tipLabel={t("payment.tip", { method: method.title })}
                checked={chosen === method.code}
                disabled={!method.available}
                onChoose={() => setChosen(method.code)}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <ContinueButton
        ready={methods.some((method) => method.code === chosen && method.available)}
        busy={save.isPending}
      />
    </form>
  );
}
