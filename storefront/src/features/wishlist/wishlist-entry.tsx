"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ProductCard } from "@/components/product/product-card";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { WishlistItem } from "@/lib/api/types";
import { truncateName } from "@/lib/cart/truncate";
import { useMessage } from "@/lib/i18n/use-message";
import { useSetWished } from "@/lib/wishlist/use-wishlist";

/**
 * A product of the wishlist, or the placeholder of one that was taken off. Either replaces the other under the keyboard's
 * focus, so that it goes to the button which undoes what was done.
 */
export function WishlistEntry({ item, wished }: { item: WishlistItem; wished: boolean }) {
  const entry = useRef<HTMLLIElement>(null);
  const before = useRef(wished);
  useEffect(() => {
    if (before.current === wished) return;
    before.current = wished;
    // The focus is lost with the button that was pressed; where it is elsewhere by now, it stays.
    if (document.activeElement === document.body) entry.current?.querySelector("button")?.focus();
  }, [wished]);
  return (
    <li ref={entry} className="print:[&_h3]:hidden">
      {/* A screen leads to the product, whose name is whole; paper does not. */}
      {wished && <p className="mb-2 hidden font-semibold print:block">{item.name}</p>}
      {wished ? <ProductCard truncate eager={false} card={item} /> : <Removed item={item} />}
    </li>
  );
}

function Removed({ item }: { item: WishlistItem }) {
  const t = useTranslations("wishlist");
  const message = useMessage();
  const toast = useToast();
  const wish = useSetWished();
  const restore = () => {
    if (wish.isPending) return;
    wish
      .mutateAsync({ id: item.id, wished: true })
      .catch((error: unknown) => toast("error", message(error, "wishlist")));
  };
  return (
    <div className="flex h-full min-h-72 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line-2 p-4 text-center">
      <p role="status" className="text-sm text-ink-2">
        {t("removed")}
      </p>
      <p className="font-semibold break-words">{truncateName(item.name)}</p>
      <Button
        look="secondary"
        size="sm"
        aria-label={t("restoreNamed", { name: item.name })}
        aria-busy={wish.isPending}
        onClick={restore}
      >
        {t("restore")}
      </Button>
    </div>
  );
}
