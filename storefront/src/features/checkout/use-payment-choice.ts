"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { savePaymentShipping } from "@/lib/api/checkout";
import { ApiError } from "@/lib/api/error";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import type { PanelHandle, Prepared } from "./payment/prepared";
import { refusalOf } from "./payment/refusal";

type Options = {
  view: CheckoutView;
  onView: (view: CheckoutView) => void;
  onPrepared: (prepared: Prepared | undefined) => void;
  onDone: () => void;
};

/**
 * Choosing how to pay: saves the method if it has changed, lets its panel do what has to be done first, and goes on. A
 * method that its provider does not offer after all is disabled for as long as the page lives.
 */
export function usePaymentChoice({ view, onView, onPrepared, onDone }: Options) {
  const locale = useLocale();
  const { selected } = view.payment;
  const [chosen, setChosen] = useState(selected);
  const [unavailable, setUnavailable] = useState<string[]>([]);
  const panel = useRef<PanelHandle>(null);
  const submit = useMutation({
    mutationFn: async (code: string) => {
      if (code !== selected) {
        const next = await withFullLogin(() => savePaymentShipping({ paymentCode: code }, locale));
        onView(next);
        const refused = refusalOf(next, code);
        if (refused) throw new ApiError(409, refused);
      }
      return panel.current ? await panel.current.prepare() : { code, client: {} };
    },
    onSuccess: (prepared) => {
      onPrepared(prepared);
      if (prepared) onDone();
    },
  });
  return {
    chosen,
    choose: (code: string) => {
      submit.reset();
      setChosen(code);
    },
    panel,
    unavailable,
    disable: (code: string) => setUnavailable((known) => [...known, code]),
    submit,
  };
}
