"use client";

import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { addWish, deleteWish, fetchWishlist, moveWishlist } from "@/lib/api/wishlist";
import type { WishlistItem } from "@/lib/api/types";
import { cartKey, changeHeader, oneByOne } from "@/lib/cart/use-cart";
import { isMissing, toggled } from "./ids";

const pageKey = ["wishlist", "page"];
const previewKey = ["wishlist", "preview"];

/** The wishlist's page: read anew at each visit. What is taken off meanwhile stays in it, so that it can be restored. */
export function useWishlistPage() {
  const locale = useLocale();
  return useQuery({ queryKey: pageKey, queryFn: () => fetchWishlist(locale), staleTime: Infinity, gcTime: 0 });
}

/** The wishlist for the header's popup: read when it opens, and then only when something is on it that is not known. */
export function useWishlistPreview(ids: number[]) {
  const locale = useLocale();
  return useQuery({
    queryKey: previewKey,
    queryFn: () => fetchWishlist(locale),
    staleTime: Infinity,
    refetchOnMount: ({ state }) => (isMissing(ids, state.data) ? "always" : false),
    select: (items) => items.filter((item) => ids.includes(item.id)),
  });
}

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

/** Moves the wishlist into the cart. */
export function useMoveWishlist() {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: ["wishlist"],
    scope: oneByOne,
    mutationFn: () => moveWishlist(locale),
    onSuccess: ({ left, itemCount, cartCount }) => {
      client.setQueryData<WishlistItem[]>(pageKey, (old) => old?.filter((item) => left.includes(item.id)));
      changeHeader(client, (old) => ({
        ...old,
        wishlist: left,
        wishlistItemCount: itemCount,
        cartAmount: cartCount,
      }));
      return client.invalidateQueries({ queryKey: cartKey });
    },
  });
}
