"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { freshCheckout, savePaymentShipping } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";

/** Saves a payment method or shipping option, hands the answer over, and goes on. A refusal shows what is on offer by now. */
export function useSaveChoice(
  onView: (view: CheckoutView) => void,
  onSaved: (view: CheckoutView) => void | Promise<void>,
) {
  const locale = useLocale();
  return useMutation({
    mutationFn: (choice: { paymentCode?: string; shippingCodes?: string[] }) =>
      withFullLogin(() => savePaymentShipping(choice, locale)),
    onSuccess: async (view) => {
      onView(view);
      await onSaved(view);
    },
    onError: (error) => {
      const fresh = freshCheckout(error);
      if (fresh) onView(fresh);
    },
  });
}
