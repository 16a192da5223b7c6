import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { fetchFacts } from "@/lib/api/catalog";

/** What is said of one product. */
export type Facts = Awaited<ReturnType<typeof fetchFacts>>[number];

/** What the law wants said of products where they are bought, by ID; empty until it is known. */
export function useFacts(ids: number[]) {
  const locale = useLocale();
  const { data = [] } = useQuery({
    queryKey: ["product-facts", locale, ...ids],
    queryFn: () => fetchFacts(ids, locale),
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
  });
  return new Map(data.map((product) => [product.id, product]));
}
