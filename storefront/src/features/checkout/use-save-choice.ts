"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { savePaymentShipping } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";

/** Saves a payment method or shipping option, hands the answer over, and goes on. */
export function useSaveChoice(onView: (view: CheckoutView) => void, onSaved: () => void) {
  const locale = useLocale();
  return useMutation({
    mutationFn: (choice: { paymentCode?: string; shippingCodes?: string[] }) =>
      withFullLogin(() => savePaymentShipping(choice, locale)),
    onSuccess: (view) => {
      onView(view);
      onSaved();
    },
  });
}
