"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useState } from "react";
import { processCheckout } from "@/lib/api/checkout";
import { ApiError, reasonOf } from "@/lib/api/error";
import type { CheckoutView, ProcessResult } from "@/lib/api/types";
import { track } from "@/lib/consent/track";
import { getPathname } from "@/lib/i18n/navigation";

/**
 * Buys for the total that is shown. A redirect or the success page takes over when it worked, so the button stays busy.
 * A total that has changed replaces the checkout and asks for a new confirmation.
 */
export function useBuy(view: CheckoutView, onView: (view: CheckoutView) => void) {
  const locale = useLocale();
  const [errors, setErrors] = useState<string[]>([]);
  const [changed, setChanged] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const process = useMutation({ mutationFn: (total: number) => processCheckout(total, locale) });

  const leave = (address: string) => {
    setLeaving(true);
    window.location.assign(address);
  };
  const follow = (answer: ProcessResult) => {
    if (answer.result === "redirect" && answer.redirectUrl) {
      track("externalRedirect", { clickElementName: view.payment.selected });
      leave(answer.redirectUrl);
    } else if (answer.result === "order" || answer.result === "pending") {
      leave(`${getPathname({ href: "/kasse/erfolgreich", locale })}?order=${encodeURIComponent(answer.attemptId)}`);
    } else {
      setErrors(answer.errors?.length ? answer.errors : ["payment"]);
    }
  };
  const buy = () => {
    if (process.isPending || leaving) return;
    setErrors([]);
    setChanged(false);
    process.mutate(view.totals.total.minor, {
      onSuccess: follow,
      onError: (error) => {
        const fresh = error instanceof ApiError ? (error.body as { checkout?: CheckoutView } | undefined)?.checkout : undefined;
        if (fresh) onView(fresh);
        if (reasonOf(error) === "checkout_total_changed") setChanged(true);
        else setErrors([reasonOf(error)]);
      },
    });
  };
  return { buy, busy: process.isPending || leaving, errors, changed };
}
