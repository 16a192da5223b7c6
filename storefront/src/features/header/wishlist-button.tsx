"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useHeader } from "@/lib/cart/use-cart";
import { PreviewLink } from "./preview-link";
import { WishlistPopup } from "./wishlist-popup";

/** The wishlist with its counter and popup. */
export function WishlistButton() {
  const t = useTranslations("header");
  const header = useHeader();
  const count = header.data?.wishlistItemCount ?? 0;
  return (
    <PreviewLink
      href="/merkzettel"
      icon={Heart}
      label={t("wishlistLabel", { count })}
      text={t("wishlist")}
      count={count}
      previewLabel={t("wishlistPreview")}
    >
      {(close) => <WishlistPopup ids={header.data?.wishlist ?? []} onLeave={close} />}
    </PreviewLink>
  );
}
