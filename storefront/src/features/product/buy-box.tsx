"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Amount } from "@/components/product/price";
import { AddToCart } from "@/components/product/add-to-cart";
import { CompareButton } from "@/components/product/compare-button";
import { useCartFailure } from "@/components/product/use-cart-failure";
import { WishHeart } from "@/components/product/wish-heart";
import { Quantity } from "@/components/ui/quantity";
import type { Product } from "@/lib/api/types";
import { useSetWarranty } from "@/lib/cart/use-cart";
import { cn } from "@/lib/cn";
import { useInView } from "@/lib/hooks/use-in-view";
import { trackChoice } from "@/lib/consent/track";
import { useSite } from "@/lib/site/context";
import { RestockButton } from "./restock-button";
import { WarrantyChoice } from "./warranty-choice";

/** Quantity, warranty and the button, or that for what is sold out; on a phone a bar repeats the button while it cannot be seen. */
export function BuyBox({ product }: { product: Product }) {
  const t = useTranslations("product");
  const cartText = useTranslations("cart");
  const fail = useCartFailure();
  const warranty = useSetWarranty();
  const [quantity, setQuantity] = useState(1);
  const [cut, setCut] = useState<number>();
  const [warrantyId, setWarrantyId] = useState(0);
  const { ref, inView } = useInView<HTMLDivElement>();
  const available = product.availability.state !== "none";
  const onAdded = () => {
    if (warrantyId === 0) return;
    warranty.mutateAsync({ id: product.id, warrantyId }).catch((error: unknown) => fail(error, "cart_warranty_add"));
  };
  const { whiteLabel } = useSite(); // the mails are the shop's own
  const button = (className: string, brief = false) =>
    available || whiteLabel ? (
      <AddToCart
        id={product.id}
        name={product.name}
        quantity={quantity}
        available={available}
        onAdded={onAdded}
        className={className}
      />
    ) : (
      <RestockButton id={product.id} name={product.name} brief={brief} className={className} />
    );
  return (
    <>
      {product.warranties.length > 0 && (
        <WarrantyChoice
          warranties={product.warranties}
          value={warrantyId}
          onChange={(id) => {
            setWarrantyId(id);
            trackChoice(product.id, "warranty", String(id));
          }}
        />
      )}
      <div ref={ref} className="mt-5 flex flex-wrap items-center gap-3">
        {available && (
          <Quantity
            value={quantity}
            max={product.maxQuantity || 99}
            label={t("quantity")}
            onChange={(next) => {
              setQuantity(next);
              setCut(undefined);
            }}
            onCut={setCut}
          />
        )}
        {button("flex-1")}
      </div>
      <p role="alert" className="text-sm font-medium text-bad not-empty:mt-2">
        {cut !== undefined && cartText("maxReached", { max: cut })}
      </p>
      <div className="-mx-3.5 mt-3 -mb-2 flex flex-wrap">
        <WishHeart labelled id={product.id} name={product.name} />
        <CompareButton labelled id={product.id} name={product.name} />
      </div>
      <div data-bottom-bar inert={inView} className={cn("bottom-bar", inView && "translate-y-full")}>
        <Amount value={product.prices.price} className="text-xl font-bold max-xs:text-lg" />
        {button("px-5 max-xs:px-3.5 max-xs:text-sm", true)}
      </div>
    </>
  );
}
