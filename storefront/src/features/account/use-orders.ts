"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchOrders } from "@/lib/api/order";

/** The customer's orders of a span, page by page until all are there. */
export function useOrders(span: string) {
  const locale = useLocale();
  return useInfiniteQuery({
    queryKey: ["orders", locale, span],
    queryFn: ({ pageParam }) => fetchOrders(pageParam, span, locale),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.orderOverview.length, 0);
      return loaded < last.ordersCount && last.orderOverview.length > 0 ? pages.length + 1 : undefined;
    },
    placeholderData: (before) => before,
  });
}
