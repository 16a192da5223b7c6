"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingCart } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { fetchEmptyCart } from "@/lib/api/cart";

/** What an empty cart shows: the shop's template, core/httpapi/emptycart.html, or a sentence where that cannot be had. */
export function EmptyCart() {
  const t = useTranslations("cart");
  const locale = useLocale();
  const template = useQuery({
    queryKey: ["empty-cart", locale],
    queryFn: () => fetchEmptyCart(locale),
    staleTime: Infinity,
  });
  return (
    <div
      aria-busy={template.isPending}
      className="page grid min-h-[50vh] place-content-center justify-items-center py-20 text-center"
    >
      <ShoppingCart aria-hidden className="size-14 text-line-2" strokeWidth={1.25} />
      {template.data && <div dangerouslySetInnerHTML={{ __html: template.data }} />}
      {template.isError && <h1 className="mt-5 text-2xl">{t("empty")}</h1>}
    </div>
  );
}
