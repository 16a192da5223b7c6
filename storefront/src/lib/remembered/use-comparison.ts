"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchComparison } from "@/lib/api/wishlist";
import { changeHeader, useHeader } from "@/lib/cart/use-cart";
import { comparedIds, cookieOf, readIds } from "./cookie";

const comparisonKey = ["comparison"];

/** The ids that are compared, the newest first; undefined while they are not known. */
export const useComparedIds = () => useHeader().data?.comparison;

/** The compared products side by side. */
export function useComparison() {
  const locale = useLocale();
  return useQuery({ queryKey: [...comparisonKey, locale], queryFn: () => fetchComparison(locale) });
}

/** Puts a product into the comparison or takes it out; false when there is no room for it. */
export function useSetCompared() {
  const client = useQueryClient();
  return (id: number, compared: boolean): boolean => {
    const next = comparedIds(readIds(document.cookie, "kontor_compare"), id, compared);
    if (!next) return false;
    document.cookie = cookieOf("kontor_compare", next);
    changeHeader(client, (old) => ({ ...old, comparison: next }));
    void client.invalidateQueries({ queryKey: comparisonKey });
    return true;
  };
}
