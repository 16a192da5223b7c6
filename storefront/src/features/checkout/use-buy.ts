"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { freshCheckout, openCheckout } from "@/lib/api/checkout";
import { reasonOf } from "@/lib/api/error";
import { isRefusal } from "@/lib/api/refusal";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { costChanges, type CostChange } from "@/lib/cart/cost-changes";
import { postForm } from "@/lib/checkout/post-form";
import { track } from "@/lib/consent/track";
import { useHere } from "@/lib/hooks/use-here";
import { useLeaving } from "@/lib/hooks/use-leaving";
import { pathIn } from "@/lib/i18n/path";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnceAnywhere } from "@/lib/query/use-once-anywhere";
import { prepareApplePay } from "./payment/apple-pay";
import { needsPreparation, type Prepared } from "./payment/prepared";
import { purchase, type Purchased } from "./payment/purchase";

type Options = {
  view: CheckoutView;
  prepared: Prepared | undefined;
  /** reason is told where the checkout leads back to an earlier step. */
  onView: (view: CheckoutView, reason?: string) => void;
  onFailed: (reason: string) => void;
};

const appleSuccessMs = 3000;

// Of a failure without a reason nobody knows what became of the order: it is not told that the payment failed.
const whyNot = (error: unknown) => (isRefusal(error) || reasonOf(error) !== "internal" ? reasonOf(error) : "general");

// Why nothing was bought.
function reasonsOf(answer: Purchased): string[] {
  return typeof answer === "object" && answer.errors.length > 0 ? answer.errors : ["payment"];
}

/**
 * Buys what is shown, once, even if the step is left meanwhile and opened again: what came of it is followed and told wherever the
 * customer is then. A redirect or the success page takes over when it worked, so the button stays busy.
 * What has changed, as in another tab, replaces the checkout and asks for a new confirmation. A failed payment uses up what was
 * prepared for it, and the checkout is another revision then.
 */
export function useBuy({ view, prepared, onView, onFailed }: Options) {
  const locale = useLocale();
  const [errors, setErrors] = useState<string[]>([]);
  const [changed, setChanged] = useState(false);
  const [costs, setCosts] = useState<CostChange[]>([]);
  const [leaving, leave] = useLeaving();
  const message = useMessage();
  const toast = useToast();
  const here = useHere();
  const tell = (reasons: string[]) => {
    if (here.current) setErrors(reasons);
    else for (const reason of reasons) toast("error", message(reason, "payment"));
  };
  const code = view.payment.selected ?? "";
  const method = view.payment.methods.find((one) => one.code === code);
  const apple = code === "applepay" && view.totals.total.minor > 0;
  const sheet = useQuery({
    queryKey: ["apple-pay", view.totals.total.minor, locale],
    queryFn: () => prepareApplePay(locale),
    enabled: apple,
    gcTime: 0,
  });
  const process = useOnceAnywhere({
    mutationKey: ["purchase"],
    mutationFn: async (view: CheckoutView) => {
      const answer = await withFullLogin(() => purchase(view, prepared, sheet.data, locale));
      const failed = typeof answer === "object" && answer.result === "error";
      return { answer, fresh: failed ? await openCheckout(locale).catch(() => undefined) : undefined };
    },
    onSuccess: ({ answer, fresh }) => {
      if (fresh) onView({ ...fresh, error: undefined }, reasonsOf(answer)[0]); // which the answer tells
      follow(answer);
    },
    onError: (error, view) => {
      const fresh = freshCheckout(error);
      if (fresh) {
        setCosts(costChanges(view, fresh));
        onView(fresh, reasonOf(error));
      }
      if (reasonOf(error) === "checkout_total_changed" && here.current) setChanged(true);
      else tell([whyNot(error)]);
    },
  });

  const go = (address: string) => {
    leave();
    window.location.assign(address);
  };
  const follow = (answer: Purchased) => {
    if (!answer) return tell(["customer_cancelled"]);
    if (answer === "leaving") return leave();
    if (answer === "changed") return onFailed("payment_declined_cart_changed");
    if (answer.result === "redirect" && answer.redirectUrl) {
      track("externalRedirect", { clickElementName: code });
      if (!answer.formFields) return go(answer.redirectUrl);
      leave();
      postForm(answer.redirectUrl, answer.formFields);
    } else if (answer.result === "order" || answer.result === "pending") {
      const success = `${pathIn(locale, "/kasse/erfolgreich")}?order=${encodeURIComponent(answer.attemptId)}`;
      if (!apple) return go(success);
      leave(); // the sheet shows its own success for a moment
      setTimeout(() => go(success), appleSuccessMs);
    } else {
      const reasons = reasonsOf(answer);
      // What was prepared is used up: the checkout leads back to the payment step, which tells.
      if (needsPreparation(view, method) && prepared?.code === code) onFailed(reasons[0] ?? "payment");
      else tell(reasons);
    }
  };
  const buy = () => {
    if (process.isPending || leaving) return;
    setErrors([]);
    setChanged(false);
    setCosts([]);
    process.mutate(view);
  };
  return { buy, busy: process.isPending || leaving, errors, changed, costs };
}
