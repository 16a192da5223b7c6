"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchWishlist } from "@/lib/api/wishlist";
import { isMissing } from "@/lib/wishlist/ids";

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
