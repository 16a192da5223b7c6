"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { useMessage } from "@/lib/i18n/use-message";
import type { StepProps } from "./checkout-view";
import { ChoiceRow } from "./choice-list";
import { ContinueButton } from "./continue-button";
import { RestrictionNotices } from "./restriction-notices";
import { useSaveChoice } from "./use-save-choice";

const cashAtPickup = "cashec";

/** The fourth step: how the parcel comes. Cash at pickup leaves only the pickup. */
export function ShippingStep({ view, onView, go }: StepProps) {
  const t = useTranslations("checkout");
  const message = useMessage();
  const onlyPickup = view.payment.selected === cashAtPickup;
  const options = view.shipping.options.filter((option) => !onlyPickup || option.pickup);
  const { selected } = view.shipping;
  const [chosen, setChosen] = useState(
    () => options.find((option) => option.id === selected)?.id ?? (options.length === 1 ? options[0]?.id : undefined),
  );
  const save = useSaveChoice(onView, () => go("confirmation"));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === selected && view.nextStep === "confirmation") go("confirmation");
        else if (chosen) save.mutate({ shippingCodes: [chosen] });
      }}
    >
      <h1 className="text-2xl lg:text-3xl">{t("shipping.title")}</h1>
      {save.isError && (
        <Notice tone="error" className="mt-5">
          {message(save.error, "delivery")}
        </Notice>
      )}
      <RestrictionNotices view={view} />
      {options.length === 0 ? (
        <Notice tone="error" className="mt-5">
          {t("shipping.none")}
        </Notice>
      ) : (
        <fieldset className="mt-5">
          <legend className="sr-only">{t("steps.shipping")}</legend>
          <ul className="overflow-hidden rounded-card border border-line-2/60">
            {options.map((option) => (
              <ChoiceRow
                key={option.id}
                group="shipping"
                title={option.title || t("shipping.pickup")}
                hint={option.deliveryNote}
                fee={option.fee}
                free={t("summary.free")}
                tip={option.tip}
                tipLabel={t("shipping.tip", { option: option.title })}
                checked={chosen === option.id}
                onChoose={() => setChosen(option.id)}
              />
            ))}
          </ul>
        </fieldset>
      )}
      <ContinueButton ready={chosen !== undefined} busy={save.isPending} />
    </form>
  );
}
