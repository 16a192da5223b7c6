"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchComparison } from "@/lib/api/wishlist";
import { changeHeader, useHeader } from "@/lib/cart/use-cart";
import { cookieOf, maxCompared, readIds } from "./cookie";

const comparisonKey = ["comparison"];

/** The ids that are compared, the newest first; undefined while they are not known. */
export const useComparedIds = () => useHeader().data?.comparison;

/** The compared products side by side. */
export function useComparison() {
  const locale = useLocale();
  return useQuery({ queryKey: [...comparisonKey, locale], queryFn: () => fetchComparison(locale) });
}

/** Adds a product to the comparison or takes it out; false when there is no room for it. */
export function useToggleCompare() {
  const client = useQueryClient();
  return (id: number): boolean => {
    const now = readIds(document.cookie, "kontor_compare");
    const others = now.filter((other) => other !== id);
    if (others.length === now.length && now.length >= maxCompared) return false;
    const next = others.length === now.length ? [id, ...now] : others;
    document.cookie = cookieOf("kontor_compare", next);
    changeHeader(client, (old) => ({ ...old, comparison: next }));
    void client.invalidateQueries({ queryKey: comparisonKey });
    return true;
  };
}
