"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { GoneNotice } from "@/components/product/gone-notice";
import { Notice } from "@/components/ui/notice";
import type { CheckoutView as View, Step } from "@/lib/api/types";
import { reasonOf } from "@/lib/api/error";
import { stepOf } from "@/lib/checkout/steps";
import { useMessage } from "@/lib/i18n/use-message";
import { AddressStep } from "./address-step";
import { CheckoutFailure } from "./checkout-failure";
import { CheckoutSkeleton } from "./checkout-skeleton";
import { CheckoutTitle } from "./checkout-title";
import { ConfirmationStep } from "./confirmation-step";
import { LoginStep } from "./login-step";
import { OrderSummary } from "./order-summary";
import { needsPreparation, type Prepared } from "./payment/prepared";
import { PaymentStep } from "./payment-step";
import { ShippingStep } from "./shipping-step";
import { SoftStep } from "./soft-step";
import { StepNav } from "./step-nav";
import { UnderWay } from "./under-way";
import { useCheckout } from "./use-checkout";
import { useStep } from "./use-step";
import { useTypedEmail } from "./use-typed-email";

/**
 * What every step gets: the checkout, a way to replace it by an answer, one to show beside the step what it would be, and a way to
 * another step.
 */
export type StepProps = {
  view: View;
  onView: (view: View) => void;
  onPreview: (preview: View | undefined) => void;
  go: (step: Step) => void;
};

/** The checkout: one page whose hash names the step, as does its title, which names the shop by the template. */
export function CheckoutView({ titleTemplate }: { titleTemplate: string }) {
  const { query, replace, lost, dismiss } = useCheckout();
  const [typedEmail, setTypedEmail] = useTypedEmail();
  const [prepared, setPrepared] = useState<Prepared>();
  const [failure, setFailure] = useState(toldReason);
  const [preview, setPreview] = useState<View>();
  useEffect(forgetTold, []);
  const { step, go } = useStep(query.data, typedEmail, lacksPreparation(query.data, prepared));
  const title = (open?: Step, failed?: boolean) => (
    <CheckoutTitle template={titleTemplate} step={open} failed={failed} />
  );
  if (!query.data && reasonOf(query.error) === "full_login_required")
    return (
      <>
        {title("login")}
        <SoftStep onEmail={setTypedEmail} go={go} />
      </>
    );
  if (query.isError)
    return (
      <>
        {title(undefined, reasonOf(query.error) !== "cart_empty")}
        <CheckoutFailure error={query.error} lost={lost} onRetry={() => void query.refetch()} />
      </>
    );
  if (!query.data || !step)
    return (
      <>
        {title()}
        <CheckoutSkeleton />
      </>
    );
  // An answer that is late does not lead on who has gone to another step or page meanwhile.
  const proceed = (next: Step) => {
    if (stepOf(window.location.hash) !== step) return;
    setFailure(undefined);
    dismiss();
    go(next);
  };
  // A change in the last step may lead back to another one, as a voucher that takes the total below the method's least.
  const replaceLast = (view: View, reason = "payment_method_amount") => {
    replace(view);
    if (view.nextStep !== "confirmation") setFailure(reason);
    else if (lacksPreparation(view, prepared)) setFailure("payment_declined_cart_changed");
  };
  // What was agreed to or checked is used up: the checkout leads back to the payment step, which tells why.
  const unprepare = (reason: string) => {
    setPrepared(undefined);
    setFailure(reason);
  };
  const props = { view: query.data, onView: replace, onPreview: setPreview, go: proceed };
  const email = query.data.customerEmail || typedEmail;
  const reason = lost ?? (step === "login" ? undefined : (failure ?? query.data.error));
  return (
    <div className="page pb-28 lg:pb-10">
      {title(step, Boolean(reason))}
      <StepNav current={step} view={query.data} typedEmail={typedEmail} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:mt-10 lg:grid-cols-[1fr_25rem]">
        <StepPanel step={step}>
          {query.data.underWay && (
            <UnderWay
              payment={query.data.underWay}
              onChooseOther={step === "payment" ? undefined : () => proceed("payment")}
              onChanged={query.refetch}
            />
          )}
          <GoneNotice products={query.data.productsGone} className="mb-6" onRead={query.refetch} />
          <FailureNotice reason={reason} />
          {step === "login" && <LoginStep view={query.data} email={email} onEmail={setTypedEmail} go={proceed} />}
          {step === "address" && (
            <AddressStep {...props} email={typedEmail || email} onSaved={() => setTypedEmail("")} />
          )}
          {step === "payment" && (
            <PaymentStep
              {...props}
              onPrepared={(next) => {
                setPrepared(next);
                setFailure(undefined);
              }}
            />
          )}
          {step === "shipping" && (
            <ShippingStep {...props} onAgreeAgain={() => unprepare("payment_declined_cart_changed")} />
          )}
          {step === "confirmation" && (
            <ConfirmationStep {...props} onView={replaceLast} prepared={prepared} onFailed={unprepare} />
          )}
        </StepPanel>
        <OrderSummary view={preview ?? query.data} onView={replaceLast} last={step === "confirmation"} />
      </div>
    </div>
  );
}

// Who comes back from a provider is told once what became of the payment: the address says it, and a reload does not.
function toldReason(): string | undefined {
  if (typeof window === "undefined") return undefined;
  const query = new URLSearchParams(window.location.search);
  return query.has("late") ? "payment_late" : (query.get("error") ?? undefined);
}
const forgetTold = () => {
  if (toldReason()) window.history.replaceState(null, "", window.location.pathname + window.location.hash);
};

// A card's check or a provider's agreement is lost with the page: the payment step has to be gone through again.
function lacksPreparation(view: View | undefined, prepared: Prepared | undefined): boolean {
  const method = view?.payment.methods.find((one) => one.code === view.payment.selected);
  return view !== undefined && needsPreparation(view, method) && prepared?.code !== method?.code;
}

// Moves the focus to a step that was just opened, so that keyboard and screen reader begin at its top, or at its message.
function StepPanel({ step, children }: { step: Step; children: React.ReactNode }) {
  const t = useTranslations("checkout");
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step && !panel.current?.contains(document.activeElement))
      panel.current?.focus({ preventScroll: true });
    shown.current = step;
  }, [step]);
  return (
    <section ref={panel} tabIndex={-1} aria-label={t(`steps.${step}`)} className="min-w-0 outline-none">
      {children}
    </section>
  );
}

// Why the last payment did not work: the customer is back and chooses again.
function FailureNotice({ reason }: { reason: string | undefined }) {
  const message = useMessage();
  if (!reason) return null;
  return (
    <Notice key={reason} reveal tone="error" className="mb-6">
      {message(reason, "payment")}
    </Notice>
  );
}
