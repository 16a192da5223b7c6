"use client";

import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { addWish, deleteWish, fetchWishlist } from "@/lib/api/wishlist";
import { changeHeader, oneByOne } from "@/lib/cart/use-cart";
import { isMissing, toggled } from "./ids";

const previewKey = ["wishlist", "preview"];

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
