"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import { fetchWishlist, moveWishlist } from "@/lib/api/wishlist";
import type { WishlistItem } from "@/lib/api/types";
import { cartKey, changeHeader, oneByOne } from "@/lib/cart/use-cart";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

const pageKey = ["wishlist", "page"];

/** The wishlist's page: read anew at each visit. What is taken off meanwhile stays in it, so that it can be restored. */
export function useWishlistPage() {
  const locale = useLocale();
  return useQuery({ queryKey: pageKey, queryFn: () => fetchWishlist(locale), staleTime: Infinity, gcTime: 0 });
}

/** Moves the wishlist into the cart and says how that went: all of it, or what stays, and why. */
export function useMoveAll() {
  const t = useTranslations("wishlist");
  const locale = useLocale();
  const message = useMessage();
  const toast = useToast();
  const client = useQueryClient();
  return useOnce({
    mutationKey: ["wishlist"],
    scope: oneByOne,
    mutationFn: () => moveWishlist(locale),
    onSuccess: ({ left, itemCount, cartCount, cartFull }) => {
      client.setQueryData<WishlistItem[]>(pageKey, (old) => old?.filter((item) => left.includes(item.id)));
      changeHeader(client, (old) => ({
        ...old,
        wishlist: left,
        wishlistItemCount: itemCount,
        cartAmount: cartCount,
      }));
      if (itemCount === 0) toast("success", t("movedAll"));
      else toast("info", t(cartFull ? "movedFull" : "movedSome", { count: itemCount }));
      return client.invalidateQueries({ queryKey: cartKey });
    },
    onError: (error) => toast("error", message(error, "wishlist")),
  });
}
