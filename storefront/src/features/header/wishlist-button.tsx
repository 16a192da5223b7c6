"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { useHeader } from "@/lib/cart/use-cart";
import { PreviewLink } from "./preview-link";

const WishlistPopup = later(
  () => import("./wishlist-popup").then((popup) => popup.WishlistPopup),
  <Skeleton className="h-40" />,
);

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
