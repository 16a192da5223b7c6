"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useCallback, useEffect } from "react";
import { fetchAddresses, fetchCustomer } from "@/lib/api/account";
import { fetchCards } from "@/lib/api/card";
import type { HeaderData } from "@/lib/api/types";
import { useHeader, useRefreshCart } from "@/lib/cart/use-cart";
import { addressesKey, cardsKey, customerKey, forgetVisitor } from "./forget";
import type { LoginState } from "./guard";

function stateOf(header: HeaderData): LoginState {
  if (header.isLoggedIn) return "full";
  return header.isLoggedInSoft ? "soft" : "none";
}

/** Whether the visitor is logged in, fully or softly; undefined while that is not known. */
export function useLoginState(): LoginState | undefined {
  const header = useHeader();
  return header.data && stateOf(header.data);
}

const longestTimerMs = 2 ** 31 - 1;

/** Reads the header again a second before the full login ends, and once more when it surely has. */
export function useLoginExpiry(): void {
  const header = useHeader();
  const { refetch } = header;
  const ends = header.data?.isLoggedIn ? header.data.fullLoginExpiryTimestamp : undefined;
  useEffect(() => {
    if (!ends) return;
    const timers = [ends - 1, ends + 1].map((at) => {
      const wait = Math.max(at * 1000 - Date.now(), 1000);
      return setTimeout(() => void refetch(), Math.min(wait, longestTimerMs));
    });
    return () => timers.forEach(clearTimeout);
  }, [ends, refetch]);
}

/** The logged-in customer; not asked for where there is none. */
export function useCustomer(enabled = true) {
  const locale = useLocale();
  return useQuery({ queryKey: customerKey, queryFn: () => fetchCustomer(locale), enabled });
}

/** The address book, the billing address first; not asked for where there is none. */
export function useAddresses(enabled = true) {
  const locale = useLocale();
  return useQuery({ queryKey: [...addressesKey, locale], queryFn: () => fetchAddresses(locale), enabled });
}

/** The saved credit cards. */
export function useCards() {
  const locale = useLocale();
  return useQuery({ queryKey: cardsKey, queryFn: () => fetchCards(locale) });
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

/** Forgets everything that was the last visitor's, after a log-in or a log-out; userId says who has logged in. */
export function useForgetVisitor() {
  const client = useQueryClient();
  const refreshCart = useRefreshCart();
  return async (userId = 0) => {
    await Promise.all([refreshCart(), forgetVisitor(client, userId)]);
  };
}
