"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useMounted } from "@/lib/hooks/use-mounted";
import { useMessage } from "@/lib/i18n/use-message";
import type { StepProps } from "./checkout-view";
import { ChoiceRow } from "./choice-list";
import { ContinueButton } from "./continue-button";
import { focusFirst } from "./focus-first";
import { PaymentContent } from "./payment-content";
import { MethodPanel } from "./payment/method-panel";
import { isFree, type Prepared } from "./payment/prepared";
import { useSupported } from "./payment/use-supported";
import { usePreview } from "./use-preview";
import { usePaymentChoice } from "./use-payment-choice";

type Props = StepProps & { onPrepared: (prepared: Prepared | undefined) => void };

/** The third step: how to pay. What was not changed is not saved again. */
export function PaymentStep({ view, onView, onPreview, onPrepared, go }: Props) {
  const t = useTranslations("checkout");
  const message = useMessage();
  const supported = useSupported(view.payment.methods, useMounted());
  const { chosen, choose, panel, unavailable, disable, submit } = usePaymentChoice({
    view,
    onView,
    onPrepared,
    onDone: () => go("shipping"),
  });
  const methods = (supported ?? []).map((method) =>
    unavailable.includes(method.code) ? { ...method, available: false, reason: "payment_unavailable" } : method,
  );
  const [lacking, lacks] = useState(false);
  const gone = unavailable.includes(chosen ?? "");
  const ready = methods.some((method) => method.code === chosen && method.available);
  const changed = ready && chosen !== view.payment.selected;
  const preview = usePreview(view, changed ? { paymentCode: chosen } : undefined, onPreview);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return lacks(focusFirst(event.currentTarget));
        submit.mutate(chosen ?? "");
      }}
    >
      <h1 className="text-2xl lg:text-3xl">{t("payment.title")}</h1>
      {gone && (
        <Notice reveal tone="error" className="mt-5">
          {message("payment_unavailable", "payment_unavailable")}
        </Notice>
      )}
      {lacking && !ready && !gone && (
        <Notice reveal tone="error" className="mt-5">
          {t("payment.choose")}
        </Notice>
      )}
      {submit.isError && (
        <Notice reveal tone="error" className="mt-5">
          {message(submit.error, "delivery")}
        </Notice>
      )}
      {!supported ? (
        <Skeleton className="mt-5 h-[60rem]" />
      ) : methods.length === 0 ? (
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
                tip={method.tip}
                tipLabel={t("payment.tip", { method: method.title })}
                checked={chosen === method.code}
                disabled={!method.available}
                onChoose={() => choose(method.code)}
              >
                {chosen === method.code && method.available && !isFree(view, method) && (
                  <MethodPanel method={method} ref={panel} onUnavailable={() => disable(method.code)} />
                )}
              </ChoiceRow>
            ))}
          </ul>
        </fieldset>
      )}
      <ContinueButton total={(preview ?? view).totals.total} ready={ready} busy={submit.isPending} />
      <PaymentContent business={view.businessCustomer} />
    </form>
  );
}
