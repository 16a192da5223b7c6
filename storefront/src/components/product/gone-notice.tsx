"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Cart } from "@/lib/api/types";
import { cartKey, useRemoveFromCart } from "@/lib/cart/use-cart";
import { useOnce } from "@/lib/query/use-once";
import { useCartFailure } from "./use-cart-failure";

type Props = { products: Cart["productsGone"]; className?: string; onRead?: () => unknown };

/** Tells what was in the cart and is no longer sold, until it was read: then the shop forgets it, and onRead is called. */
export function GoneNotice({ products = [], className, onRead }: Props) {
  const t = useTranslations("cart");
  const locale = useLocale();
  const client = useQueryClient();
  const remove = useRemoveFromCart();
  const fail = useCartFailure();
  const read = useOnce({
    mutationFn: async () => {
      for (const { id } of products) await remove.mutateAsync({ id });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: cartKey });
      onRead?.();
    },
    onError: (error) => fail(error, "cart_remove"),
  });
  if (products.length === 0) return null;
  const names = new Intl.ListFormat(locale).format(products.map(({ name }) => name));
  return (
    <Notice tone="warning" className={className}>
      <p>{t("gone", { count: products.length, names })}</p>
      <Button look="secondary" className="mt-3" aria-busy={read.isPending} onClick={() => read.mutate()}>
        {t("goneRead")}
      </Button>
    </Notice>
  );
}
