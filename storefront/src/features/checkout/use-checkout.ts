"use client";

import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { openCheckout } from "@/lib/api/checkout";
import { reasonOf } from "@/lib/api/error";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useCustomer } from "@/lib/account/use-account";
import { useHeader } from "@/lib/cart/use-cart";
import { forgetTyped } from "@/lib/checkout/typed";
import { inTab } from "@/lib/remembered/shelf";
import { isAnothers } from "./one-customer";
import { forgetTypedAddress } from "./typed-address";

// The checkout is no more: it was ordered or emptied in another tab, or the session has ended.
const gone = new Set(["checkout_not_found", "cart_empty"]);

/**
 * The checkout as the server has it. Every answer replaces it as a whole, and what is refused because it is gone opens it anew,
 * or leads back to the shop; lost is then why. Where another tab has logged its customer out, the page is loaded anew.
 * dismiss ends what the visitor has read: that, and why the last payment failed.
 */
export function useCheckout() {
  const locale = useLocale();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["checkout", locale],
    // Who has just come sees the way in on the page (SoftStep); over a step that is open, a dialog asks.
    queryFn: () => {
      const shown = client.getQueryData(["checkout", locale]) !== undefined;
      return shown ? withFullLogin(() => openCheckout(locale)) : openCheckout(locale);
    },
    staleTime: Infinity,
    gcTime: 0,
    // Asked again once a network is back, the way in would go, with what was typed into it.
    refetchOnReconnect: ({ state }) => reasonOf(state.error) !== "full_login_required",
  });
  const { data } = query;
  const another = isAnothers(query, useHeader(), useCustomer(!!data?.customerId));
  const sending = useIsMutating() > 0; // an order's answer is waited for
  useEffect(() => {
    if (!another || sending) return;
    // With the page goes what was typed, checked and agreed to in it.
    forgetTyped(inTab);
    window.location.reload();
  }, [another, sending]);
  const [lost, setLost] = useState<string>();
  useEffect(() => {
    if (data) forgetTypedAddress(data);
  }, [data]);
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const reason = reasonOf(event.action.error);
        if (!gone.has(reason)) return;
        setLost(reason);
        void client.resetQueries({ queryKey: ["checkout"] });
      }),
    [client],
  );
  const replace = useCallback(
    (view: CheckoutView) => client.setQueryData<CheckoutView>(["checkout", locale], view),
    [client, locale],
  );
  const dismiss = useCallback(() => {
    setLost(undefined);
    client.setQueryData<CheckoutView>(["checkout", locale], (view) => view && { ...view, error: undefined });
  }, [client, locale]);
  return { query, replace, lost, dismiss };
}
