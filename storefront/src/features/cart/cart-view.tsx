"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { GoneNotice } from "@/components/product/gone-notice";
import { useCartFailure } from "@/components/product/use-cart-failure";
import { Confirm } from "@/components/ui/confirm";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { useToast } from "@/components/ui/toast";
import { reasonOf } from "@/lib/api/error";
import type { CartProduct } from "@/lib/api/types";
import { useCart, useRemoveFromCart, useSetWarranty } from "@/lib/cart/use-cart";
import { useShownPrices } from "@/lib/cart/use-shown-prices";
import { track, trackChoice } from "@/lib/consent/track";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { useMessage } from "@/lib/i18n/use-message";
import { useFacts } from "@/lib/product/use-facts";
import { CartLine } from "./cart-line";
import { CartSkeleton } from "./cart-skeleton";
import { CartSummary } from "./cart-summary";
import { EmptyCart } from "./empty-cart";
import { ExpressError } from "./express-error";
import { PriceNotice } from "./price-notice";

/** The cart's page. Removing asks first; a refused removal puts a warranty extension back as it was. */
export function CartView() {
  const t = useTranslations("cart");
  const message = useMessage();
  const toast = useToast();
  const cart = useCart();
  const remove = useRemoveFromCart();
  const warranty = useSetWarranty();
  const facts = useFacts(cart.data?.products.map(({ id }) => id) ?? []);
  useShownPrices(cart.data?.products);
  const [asked, setAsked] = useState<CartProduct>();
  const fail = useCartFailure();
  const unreached = cart.error && !cart.data && reasonOf(cart.error) === "network" ? cart.error : undefined;
  useEffect(() => {
    if (unreached) fail(unreached, "cart_general");
  }, [unreached, fail]);

  const count = cart.data?.products.length ?? 0;
  const place = useFocusKept<HTMLDivElement>(count);

  if (cart.isPending) return <CartSkeleton />;
  if (!cart.data) {
    return (
      <div className="page pb-16">
        <h1 className="mb-6 pt-8 text-3xl lg:text-[2.5rem]">{t("title")}</h1>
        <Notice tone="error">{message(cart.error, "cart_general")}</Notice>
        <RetryButton look="secondary" className="mt-4" onRetry={() => void cart.refetch()}>
          {t("retry")}
        </RetryButton>
      </div>
    );
  }
  if (count === 0) {
    return (
      <div ref={place} tabIndex={-1} className="outline-none">
        <div className="page pt-8 empty:hidden">
          <GoneNotice products={cart.data.productsGone} />
        </div>
        <EmptyCart />
      </div>
    );
  }

  const removeAsked = (yes: boolean) => {
    setAsked(undefined);
    if (!yes || !asked) return;
    remove.mutateAsync({ id: asked.id }).then(
      () => {
        track("removeFromCart", { productIds: [asked.id] });
        toast("success", t("removed", { name: asked.name }));
      },
      (error: unknown) => fail(error, "cart_remove"),
    );
  };
  const chooseWarranty = (id: number, warrantyId: number) => {
    const fallback = warrantyId > 0 ? "cart_warranty_add" : "cart_warranty_remove";
    trackChoice(id, "warranty", String(warrantyId));
    return warranty.mutateAsync({ id, warrantyId }).catch((error: unknown) => fail(error, fallback));
  };
  return (
    <div ref={place} tabIndex={-1} className="page min-h-dvh pb-24 outline-none lg:pb-0">
      <h1 className="pt-8 text-3xl lg:text-[2.5rem]">{t("title")}</h1>
      <ExpressError />
      <GoneNotice products={cart.data.productsGone} className="mt-5" />
      <PriceNotice products={cart.data.products} className="mt-5" />
      {cart.data.paymentUnderWay && (
        <Notice tone="warning" className="mt-5">
          {t("paymentUnderWay")}
        </Notice>
      )}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[1fr_24rem]">
        <ul className="divide-y divide-line border-y border-line">
          {cart.data.products.map((product) => (
            <CartLine
              key={product.id}
              product={product}
              facts={facts.get(product.id)}
              onRemove={() => setAsked(product)}
              onWarranty={(id) => chooseWarranty(product.id, id)}
            />
          ))}
        </ul>
        <CartSummary cart={cart.data} />
      </div>
      <Confirm
        open={asked !== undefined}
        title={t("removeTitle")}
        text={t("removeQuestion", { name: asked?.name ?? "" })}
        onAnswer={removeAsked}
      />
    </div>
  );
}
