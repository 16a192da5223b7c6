"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useHeader } from "@/lib/cart/use-cart";
import { CartPopup } from "./cart-popup";
import { PreviewLink } from "./preview-link";

/** The cart with its counter, and its popup where preview says so. */
export function CartButton({ preview }: { preview: boolean }) {
  const t = useTranslations();
  const count = useHeader().data?.cartAmount ?? 0;
  return (
    <PreviewLink
      href="/warenkorb"
      icon={ShoppingCart}
      label={t("header.cartLabel", { count })}
      text={t("header.cart")}
      count={count}
      preview={preview}
      previewLabel={t("cart.preview")}
    >
      {(close) => <CartPopup count={count} onLeave={close} />}
    </PreviewLink>
  );
}
