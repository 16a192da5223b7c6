import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { knownFilter } from "./use-orders";

test("the filter stays when another span cannot be read", async () => {
  const client = new QueryClient();
  client.setQueryData(["orders", "de", 4711], { ordersId: 4711 });
  const read = (span: string, queryFn: () => Promise<unknown>) =>
    new InfiniteQueryObserver(client, {
      queryKey: ["orders", "de", span],
      queryFn,
      retry: false,
      initialPageParam: 1,
      getNextPageParam: () => undefined,
    }).refetch();
  expect(knownFilter(client, "de")).toBeUndefined();
  const orderFilter = { "30": "30", "180": "180", "2025": "2025" };
  await read("180", () => Promise.resolve({ orderOverview: [], orderFilter, ordersCount: 0 }));
  const failed = await read("2025", () => Promise.reject(new Error("down")));
  expect([failed.isError, failed.data]).toEqual([true, undefined]);
  expect(knownFilter(client, "de")).toEqual(orderFilter);
});
