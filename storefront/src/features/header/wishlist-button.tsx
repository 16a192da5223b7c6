"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import { useHeader } from "@/lib/cart/use-cart";
import { PreviewLink } from "./preview-link";

const WishlistPopup = dynamic(() => import("./wishlist-popup").then((popup) => popup.WishlistPopup), {
  ssr: false,
  loading: () => <Skeleton className="h-40" />,
});

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
