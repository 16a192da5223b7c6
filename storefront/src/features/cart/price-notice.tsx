"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CostChanges } from "@/components/product/cost-changes";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { CartProduct } from "@/lib/api/types";
import { acceptPrices, priceChanges } from "@/lib/cart/seen-prices";
import { inBrowser } from "@/lib/remembered/shelf";

/** Tells which prices have changed since this browser showed the cart, until that was read. */
export function PriceNotice({ products, className }: { products: CartProduct[]; className?: string }) {
  const t = useTranslations("priceChanges");
  const [accepted, setAccepted] = useState<CartProduct[]>();
  const changes = accepted === products ? [] : priceChanges(inBrowser, products);
  if (changes.length === 0) return null;
  const read = () => {
    acceptPrices(inBrowser, products);
    setAccepted(products);
  };
  return (
    <Notice tone="info" className={className}>
      <p>{t("changed", { count: changes.length })}</p>
      <CostChanges costs={changes} />
      <Button look="secondary" className="mt-3" onClick={read}>
        {t("read")}
      </Button>
    </Notice>
  );
}
