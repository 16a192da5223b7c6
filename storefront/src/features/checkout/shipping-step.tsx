"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { useMessage } from "@/lib/i18n/use-message";
import type { StepProps } from "./checkout-view";
import { ContinueButton } from "./continue-button";
import { groupByDelivery, initialChoice } from "./delivery";
import { DeliveryChoice } from "./delivery-choice";
import { focusFirst } from "./focus-first";
import { hasToAgreeAgain } from "./payment/purchase";
import { RestrictionNotices } from "./restriction-notices";
import { usePreview } from "./use-preview";
import { useSaveChoice } from "./use-save-choice";

const cashAtPickup = "cashec";

type Props = StepProps & {
  /** Told when the provider of the payment has to be agreed with once more, because of what was chosen. */
  onAgreeAgain: () => void;
};

/** The fourth step: how each delivery comes. Cash at pickup leaves only the pickup. What was not changed is not saved. */
export function ShippingStep({ view, onView, onPreview, go, onAgreeAgain }: Props) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const message = useMessage();
  const { modules } = view;
  const onlyPickup = view.payment.selected === cashAtPickup;
  const groups = groupByDelivery(view);
  const [choices, setChoices] = useState(() => modules.map((module) => initialChoice(module, onlyPickup)));
  const chosen = modules.map(({ options }, index) => options.find(({ id }) => id === choices[index])?.id);
  const codes = chosen.filter((code) => code !== undefined);
  const ready = codes.length === modules.length;
  const changed = modules.some((module, index) => module.selected !== chosen[index]);
  const preview = usePreview(view, ready && changed ? { shippingCodes: codes } : undefined, onPreview);
  const [lacking, lacks] = useState(false);
  const save = useSaveChoice(onView, async (next, { shippingCodes }) => {
    if (String(shippingCodes) !== String(codes)) return; // another was chosen meanwhile
    if (await hasToAgreeAgain(next, locale)) onAgreeAgain();
    else go("confirmation");
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return lacks(focusFirst(event.currentTarget, chosen.indexOf(undefined)));
        if (!changed && !save.isError && view.nextStep === "confirmation") go("confirmation");
        else save.mutate({ shippingCodes: codes });
      }}
    >
      <h1 className="text-2xl lg:text-3xl">{t("shipping.title")}</h1>
      {lacking && !ready && (
        <Notice reveal tone="error" className="mt-5">
          {t("shipping.choose")}
        </Notice>
      )}
      {save.isError && (
        <Notice reveal tone="error" className="mt-5">
          {message(save.error, "delivery")}
        </Notice>
      )}
      <RestrictionNotices view={view} />
      {modules.length > 1 && (
        <Notice tone="info" className="mt-5">
          {t("delivery.split", { count: modules.length })}
        </Notice>
      )}
      {modules.map((module, index) => (
        <DeliveryChoice
          key={module.id}
          module={module}
          count={modules.length}
          products={groups[index]?.products ?? []}
          onlyPickup={onlyPickup}
          chosen={chosen[index]}
          onChoose={(option) => setChoices(chosen.map((old, at) => (at === index ? option : old)))}
        />
      ))}
      <ContinueButton total={(preview ?? view).totals.total} ready={ready} busy={save.isPending} />
    </form>
  );
}
