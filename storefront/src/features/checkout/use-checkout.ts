"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useCallback, useEffect } from "react";
import { openCheckout } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { forgetTypedAddress } from "./typed-address";

/** The checkout as the server has it. Every answer replaces it as a whole. */
export function useCheckout() {
  const locale = useLocale();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["checkout", locale],
    queryFn: () => withFullLogin(() => openCheckout(locale)),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data } = query;
  useEffect(() => {
    if (data) forgetTypedAddress(data);
  }, [data]);
  const replace = useCallback(
    (view: CheckoutView) => client.setQueryData<CheckoutView>(["checkout", locale], view),
    [client, locale],
  );
  return { query, replace };
}
