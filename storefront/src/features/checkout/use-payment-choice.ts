"use client";

import { useLocale } from "next-intl";
import { useRef, useState } from "react";
import { freshCheckout, savePaymentShipping } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useOnce } from "@/lib/query/use-once";
import type { PanelHandle, Prepared } from "./payment/prepared";

type Options = {
  view: CheckoutView;
  onView: (view: CheckoutView) => void;
  onPrepared: (prepared: Prepared | undefined) => void;
  onDone: () => void;
};

/**
 * Choosing how to pay: saves the method if it has changed, lets its panel do what has to be done first, and goes on. A
 * refusal shows what is on offer by now. A method that its provider does not offer after all is disabled for as long as the page lives.
 */
export function usePaymentChoice({ view, onView, onPrepared, onDone }: Options) {
  const locale = useLocale();
  const { selected } = view.payment;
  const [chosen, setChosen] = useState(selected);
  const [unavailable, setUnavailable] = useState<string[]>([]);
  const last = useRef(selected); // chosen, be it while an earlier choice is being saved: that leads no further then
  const panel = useRef<PanelHandle>(null);
  const submit = useOnce({
    mutationFn: async (code: string) => {
      if (code !== selected) {
        onView(await withFullLogin(() => savePaymentShipping({ paymentCode: code }, locale)));
      }
      if (code !== last.current) return undefined;
      return panel.current ? await panel.current.prepare() : { code, client: {} };
    },
    onSuccess: (prepared, code) => {
      if (code !== last.current) return;
      onPrepared(prepared);
      if (prepared) onDone();
    },
    onError: (error) => {
      const fresh = freshCheckout(error);
      if (fresh) onView(fresh);
    },
  });
  return {
    chosen,
    choose: (code: string) => {
      submit.reset();
      last.current = code;
      setChosen(code);
    },
    panel,
    unavailable,
    disable: (code: string) => setUnavailable((known) => [...known, code]),
    submit,
  };
}
