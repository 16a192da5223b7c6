"use client";

import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { addWish, deleteWish } from "@/lib/api/wishlist";
import { changeHeader, oneByOne } from "@/lib/cart/use-cart";
import { toggled } from "./ids";

type Wish = { id: number; wished: boolean };

/** A change of the wishlist. It takes turns with those of the cart, so that the last answer has the number that there are. */
export const wishMutation = (client: QueryClient, locale: string) => ({
  mutationKey: ["wishlist"],
  scope: oneByOne,
  mutationFn: ({ id, wished }: Wish) => (wished ? addWish : deleteWish)(id, locale),
  onSuccess: ({ itemCount }: { itemCount: number }, { id, wished }: Wish) =>
    changeHeader(client, (old) => ({
      ...old,
      wishlistItemCount: itemCount,
      wishlist: toggled(old.wishlist, id, wished),
    })),
});

/** Puts a product on the wishlist or takes it off, whether or not it is there already. */
export function useSetWished() {
  const locale = useLocale();
  return useMutation(wishMutation(useQueryClient(), locale));
}
