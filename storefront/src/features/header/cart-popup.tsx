"use client";

import { useTranslations } from "next-intl";
import { EnergyLabel } from "@/components/product/energy-label";
import { Amount, BasePrice } from "@/components/product/price";
import { useCartFailure } from "@/components/product/use-cart-failure";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useShownPrices } from "@/lib/cart/use-shown-prices";
import { track } from "@/lib/consent/track";
import { useMessage } from "@/lib/i18n/use-message";
import { Link } from "@/lib/i18n/link";
import { PreviewItem } from "./preview-item";
import { useCartPreview, useTakeFromCart } from "./use-cart-preview";
import { useEscape } from "./use-escape";

/** What is in the cart, with its total and the ways on. */
export function CartPopup({ count, onLeave }: { count: number; onLeave: () => void }) {
  const t = useTranslations("cart");
  const message = useMessage();
  const fail = useCartFailure();
  const cart = useCartPreview(count);
  const take = useTakeFromCart();
  useEscape(onLeave);
  useShownPrices(cart.data?.products);
  const remove = (id: number, quantity: number) =>
    take.mutateAsync({ id, quantity }).then(
      () => track("removeFromCart", { productIds: [id] }),
      (error: unknown) => fail(error, "cart_remove"),
    );
  return (
    <>
      {cart.isPending && <Skeleton className="h-40" />}
      {cart.isError && !cart.data && <Notice tone="error">{message(cart.error, "cart_general")}</Notice>}
      <ul className="-m-1 max-h-[clamp(6rem,100dvh-20rem,20rem)] divide-y divide-line overflow-y-auto p-1">
        {cart.data?.products.map((product) => (
          <PreviewItem
            key={product.id}
            product={product}
            onLeave={onLeave}
            onRemove={() => remove(product.id, product.quantity)}
          >
            {product.quantity} × <Amount value={product.price} className="mr-2" />
            {product.energyEfficiency && (
              <EnergyLabel
                size="xs"
                productId={product.id}
                energyClass={product.energyEfficiency.label}
                scale={product.energyEfficiency.scale}
              />
            )}
            <BasePrice base={product.base} />
          </PreviewItem>
        ))}
      </ul>
      {cart.data && (
        <p className="flex justify-between border-t border-line pt-4 font-semibold">
          <span>{t("total")}</span>
          <Amount value={cart.data.summary.total} />
        </p>
      )}
      <div className="mt-4 grid grid-cols-2 gap-2.5">
        <Link href="/warenkorb" onClick={onLeave} className={buttonClass("secondary")}>
          {t("toCart")}
        </Link>
        <Link href="/kasse" onClick={onLeave} className={buttonClass("primary")}>
          {t("toCheckout")}
        </Link>
      </div>
    </>
  );
}
