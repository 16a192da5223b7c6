"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useHeader } from "@/lib/cart/use-cart";
import { PreviewLink } from "./preview-link";
import { WishlistPopup } from "./wishlist-popup";

/** The wishlist with its counter and popup. */
export function WishlistButton() {
  const t = useTranslations();
  const header = useHeader();
  const count = header.data?.wishlistItemCount ?? 0;
  return (
    <PreviewLink
      href="/merkzettel"
      icon={Heart}
      label={t("header.wishlistLabel", { count })}
      text={t("header.wishlist")}
      count={count}
      previewLabel={t("wishlist.preview")}
    >
      {(close) => <WishlistPopup ids={header.data?.wishlist ?? []} onLeave={close} />}
    </PreviewLink>
  );
}
