"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { useHeader } from "@/lib/cart/use-cart";
import { PreviewLink } from "./preview-link";

const CartPopup = later(() => import("./cart-popup").then((popup) => popup.CartPopup), <Skeleton className="h-40" />);

/** The cart with its counter, and its popup where preview says so. */
export function CartButton({ preview }: { preview: boolean }) {
  const t = useTranslations("header");
  const count = useHeader().data?.cartAmount ?? 0;
  return (
    <PreviewLink
      href="/warenkorb"
      icon={ShoppingCart}
      label={t("cartLabel", { count })}
      text={t("cart")}
      count={count}
      preview={preview}
      previewLabel={t("cartPreview")}
    >
      {(close) => <CartPopup count={count} onLeave={close} />}
    </PreviewLink>
  );
}
