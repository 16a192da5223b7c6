"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useCallback } from "react";
import { fetchAddresses, fetchCustomer } from "@/lib/api/account";
import { fetchCards } from "@/lib/api/card";
import { useRefreshCart } from "@/lib/cart/use-cart";
import { inTab } from "@/lib/remembered/shelf";
import { withFullLogin } from "./soft-login";
import { addressesKey, cardsKey, customerKey, forgetVisitor } from "./forget";

/** The logged-in customer; not asked for where there is none. */
export function useCustomer(enabled = true) {
  const locale = useLocale();
  return useQuery({ queryKey: customerKey, queryFn: () => fetchCustomer(locale), enabled });
}

/** The address book, the billing address first; not asked for where there is none. */
export function useAddresses(enabled = true) {
  const locale = useLocale();
  return useQuery({
    queryKey: [...addressesKey, locale],
    queryFn: () => withFullLogin(() => fetchAddresses(locale)),
    enabled,
  });
}

/** The saved credit cards. */
export function useCards() {
  const locale = useLocale();
  return useQuery({ queryKey: cardsKey, queryFn: () => withFullLogin(() => fetchCards(locale)) });
}

/** Reads customer and addresses again after a change. */
export function useRefreshAccount() {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: customerKey }),
        client.invalidateQueries({ queryKey: addressesKey }),
        client.invalidateQueries({ queryKey: ["header"] }),
      ]),
    [client],
  );
}

/**
 * Forgets everything that was the last visitor's, after a log-in or a log-out; userId says who has logged in. False as of
 * forgetVisitor.
 */
export function useForgetVisitor() {
  const client = useQueryClient();
  const refreshCart = useRefreshCart();
  return async (userId = 0) => {
    const [goesOn] = await Promise.all([forgetVisitor(client, inTab, userId), refreshCart()]);
    return goesOn;
  };
}
