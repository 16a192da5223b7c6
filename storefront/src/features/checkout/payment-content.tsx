"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { ContentBlocks } from "@/components/ui/content-blocks";
import { fetchPage } from "@/lib/api/content";

/**
 * What editors tell about paying, businesses something of their own. It stands below the methods, so that none moves when
 * it comes. Where they wrote nothing there is nothing.
 */
export function PaymentContent({ business }: { business: boolean }) {
  const locale = useLocale();
  const key = business ? "kasse/payment-b2b" : "kasse/payment";
  const { data } = useQuery({
    queryKey: ["content", key, locale],
    queryFn: () => fetchPage(key, locale),
    retry: false,
    staleTime: Infinity,
  });
  if (!data?.content.length) return null;
  return (
    <section aria-labelledby="payment-content" className="mt-10 border-t border-line pt-8">
      <h2 id="payment-content" className="text-xl">
        {data.title}
      </h2>
      <ContentBlocks blocks={data.content} />
    </section>
  );
}
