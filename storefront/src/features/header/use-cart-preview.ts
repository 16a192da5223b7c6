"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchCart, takeFromCart } from "@/lib/api/cart";
import { cartKey, useCartMutation } from "@/lib/cart/use-cart";

/** The cart for the header's popup: read when it opens, and then only after the count changed by more than a removal. */
export function useCartPreview(count: number) {
  const locale = useLocale();
  return useQuery({
    queryKey: cartKey,
    queryFn: () => fetchCart(locale),
    staleTime: Infinity,
    refetchOnMount: ({ state }) => (state.data && state.data.productsCount !== count ? "always" : true),
  });
}

/** Takes items out in the header's popup. */
export const useTakeFromCart = () =>
  useCartMutation(({ id, quantity }: { id: number; quantity: number }, lang) => takeFromCart(id, quantity, lang), true);
