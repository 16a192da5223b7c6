"use client";

import { useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { withFullLogin } from "@/lib/account/soft-login";
import { fetchOrders } from "@/lib/api/order";

type Page = Awaited<ReturnType<typeof fetchOrders>>;

/** What the orders can be filtered by, as the answer for any span has it; undefined before the first. Single orders have none. */
export const knownFilter = (client: QueryClient, locale: string) =>
  client
    .getQueriesData<Partial<InfiniteData<Page>>>({ queryKey: ["orders", locale] })
    .map(([, data]) => data?.pages?.[0]?.orderFilter)
    .findLast((filter) => filter !== undefined);

/** The customer's orders of a span, page by page until all are there, and the filter, which stays when a span cannot be read. */
export function useOrders(span: string) {
  const locale = useLocale();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ["orders", locale, span],
    queryFn: ({ pageParam }) => withFullLogin(() => fetchOrders(pageParam, span, locale)),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.orderOverview.length, 0);
      return loaded < last.ordersCount && last.orderOverview.length > 0 ? pages.length + 1 : undefined;
    },
    placeholderData: (before) => before,
  });
  return { query, filter: query.data?.pages[0]?.orderFilter ?? knownFilter(client, locale) };
}
