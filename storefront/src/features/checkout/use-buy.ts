"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useState } from "react";
import { freshCheckout } from "@/lib/api/checkout";
import { reasonOf } from "@/lib/api/error";
import { buyBy } from "@/lib/api/payment";
import type { CheckoutView, ProcessResult } from "@/lib/api/types";
import { postForm } from "@/lib/checkout/post-form";
import { track } from "@/lib/consent/track";
import { getPathname } from "@/lib/i18n/navigation";
import { clientDataOf } from "./payment/client-data";
import type { Prepared } from "./payment/prepared";

type Options = {
  view: CheckoutView;
  prepared: Prepared | undefined;
  onView: (view: CheckoutView) => void;
  onFailed: () => void;
};

/**
 * Buys for the total that is shown. A redirect or the success page takes over when it worked, so the button stays busy.
 * A total that has changed replaces the checkout and asks for a new confirmation. A failed payment uses up what was
 * prepared for it.
 */
export function useBuy({ view, prepared, onView, onFailed }: Options) {
  const locale = useLocale();
  const [errors, setErrors] = useState<string[]>([]);
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const code = view.payment.selected ?? "";
  const flow = view.payment.methods.find((method) => method.code === code)?.flow ?? "";
  const process = useMutation({
    mutationFn: async (total: number) => {
      const client = await clientDataOf(flow, view, prepared, locale);
      return client && buyBy({ code, flow, total, client }, locale);
    },
  });

  const leave = (address: string) => {
    setLeaving(true);
    window.location.assign(address);
  };
  const follow = (answer: ProcessResult | undefined) => {
    if (!answer) return setErrors(["customer_cancelled"]);
    if (answer.result === "redirect" && answer.redirectUrl) {
      track("externalRedirect", { clickElementName: code });
      if (!answer.formFields) return leave(answer.redirectUrl);
      setLeaving(true);
      postForm(answer.redirectUrl, answer.formFields);
    } else if (answer.result === "order" || answer.result === "pending") {
      leave(`${getPathname({ href: "/kasse/erfolgreich", locale })}?order=${encodeURIComponent(answer.attemptId)}`);
    } else {
      setErrors(answer.errors.length > 0 ? answer.errors : ["payment"]);
      onFailed();
    }
  };
  const buy = () => {
    if (process.isPending || leaving) return;
    setErrors([]);
    setChanged(false);
    process.mutate(view.totals.total.minor, {
      onSuccess: follow,
      onError: (error) => {
        const fresh = freshCheckout(error);
        if (fresh) onView(fresh);
        if (reasonOf(error) === "checkout_total_changed") setChanged(true);
        else setErrors([reasonOf(error)]);
      },
    });
  };
  return { buy, busy: process.isPending || leaving, errors, changed };
}
