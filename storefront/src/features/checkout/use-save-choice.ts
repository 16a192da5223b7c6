"use client";

import { useLocale } from "next-intl";
import { freshCheckout, savePaymentShipping } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useOnce } from "@/lib/query/use-once";

type Choice = { paymentCode?: string; shippingCodes?: string[] };

/** Saves a payment method or shipping option, hands the answer over, and goes on. A refusal shows what is on offer by now. */
export function useSaveChoice(
  onView: (view: CheckoutView) => void,
  onSaved: (view: CheckoutView, choice: Choice) => void | Promise<void>,
) {
  const locale = useLocale();
  return useOnce({
    mutationFn: (choice: Choice) => withFullLogin(() => savePaymentShipping(choice, locale)),
    onSuccess: async (view, choice) => {
      onView(view);
      await onSaved(view, choice);
    },
    onError: (error) => {
      const fresh = freshCheckout(error);
      if (fresh) onView(fresh);
    },
  });
}
