"use client";

import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { addToCart, fetchCart, fetchHeader, removeFromCart, setQuantity, setWarranty } from "@/lib/api/cart";
import type { Cart, CartResponse, HeaderData } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { tellTabs } from "@/lib/query/tabs";

const headerKey = ["header"];
export const cartKey = ["cart"];

/** The scope of what begins a visitor's session: two first changes at once would begin two, and the cookie of one is lost. */
export const oneByOne = { id: "visitor" };

/** The header's data: the cart counter and the log-in state. */
export function useHeader() {
  const locale = useLocale();
  return useQuery({ queryKey: headerKey, queryFn: () => fetchHeader(locale) });
}

/** Changes the header's data by what a call has answered, here and in other tabs; where they are being read just then, reads them again. */
export function changeHeader(client: QueryClient, change: (old: HeaderData) => HeaderData): void {
  tellTabs("cart");
  const old = client.getQueryData<HeaderData>(headerKey);
  if (old) client.setQueryData<HeaderData>(headerKey, change(old));
  const again = () => client.invalidateQueries({ queryKey: headerKey });
  // The very first reading is not given up for another one, as later ones are.
  if (!old) void client.cancelQueries({ queryKey: headerKey }).then(again);
  else if (isBeingRead(client, headerKey)) void again();
}

// What is under way may have been read before the change, and would come after it.
const isBeingRead = (client: QueryClient, queryKey: string[]) => client.isFetching({ queryKey }) > 0;

/** The cart; fetched only while enabled. */
export function useCart(enabled = true) {
  const locale = useLocale();
  return useQuery({ queryKey: cartKey, queryFn: () => fetchCart(locale), enabled });
}

/** Reads header and cart again, here and in other tabs, after an order has taken the cart or a log-in changed it. */
export function useRefreshCart() {
  const client = useQueryClient();
  return () => {
    tellTabs("visitor");
    return Promise.all([
      client.invalidateQueries({ queryKey: headerKey }),
      client.invalidateQueries({ queryKey: cartKey }),
    ]);
  };
}

type Answer = Pick<CartResponse, "products" | "cartSummary" | "cartCount">;

/**
 * A change of the cart. One is made after the other, in the order in which they were asked for: so the last answer is the
 * cart as it is. After a removal the popup shows the answer; after anything else it reads the cart again.
 */
export function cartMutation<V, A extends Answer>(
  client: QueryClient,
  call: (variables: V) => Promise<A>,
  removal = false,
) {
  return {
    mutationKey: cartKey,
    scope: oneByOne,
    mutationFn: (variables: V) => withFullLogin(() => call(variables)),
    onSuccess: (answer: A) => {
      changeHeader(client, (old) => ({ ...old, cartAmount: answer.cartCount }));
      client.setQueryData<Cart>(
        cartKey,
        (old) =>
          old && { ...old, products: answer.products, summary: answer.cartSummary, productsCount: answer.cartCount },
      );
      if (isBeingRead(client, cartKey)) void client.invalidateQueries({ queryKey: cartKey });
      else if (!removal) void client.invalidateQueries({ queryKey: cartKey, refetchType: "none" });
    },
  };
}

/** A change of the cart, as cartMutation has it, by a call in the page's language. */
export function useCartMutation<V, A extends Answer>(
  call: (variables: V, lang: string) => Promise<A>,
  removal = false,
) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation(cartMutation(client, (variables: V) => call(variables, locale), removal));
}

/** Puts a product into the cart. */
export const useAddToCart = () =>
  useCartMutation(({ id, quantity }: { id: number; quantity: number }, lang) => addToCart(id, quantity, lang));

/** Sets a line's quantity. */
export const useSetQuantity = () =>
  useCartMutation(({ id, quantity }: { id: number; quantity: number }, lang) => setQuantity(id, quantity, lang));

/** Takes a product out. */
export const useRemoveFromCart = () =>
  useCartMutation(({ id }: { id: number }, lang) => removeFromCart(id, lang), true);

/** Adds or, with warrantyId 0, removes a warranty extension. */
export const useSetWarranty = () =>
  useCartMutation(({ id, warrantyId }: { id: number; warrantyId: number }, lang) => setWarranty(id, warrantyId, lang));
