"use client";

import { useTranslations } from "next-intl";
import { EnergyLabel } from "@/components/product/energy-label";
import { Amount, BasePrice } from "@/components/product/price";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import { useMessage } from "@/lib/i18n/use-message";
import { Link } from "@/lib/i18n/link";
import { useSetWished } from "@/lib/wishlist/use-wishlist";
import { PreviewItem } from "./preview-item";
import { useWishlistPreview } from "./use-wishlist-preview";
import { useEscape } from "./use-escape";

/** What is on the wishlist, and the way to it. */
export function WishlistPopup({ ids, onLeave }: { ids: number[]; onLeave: () => void }) {
  const t = useTranslations("wishlist");
  const message = useMessage();
  const toast = useToast();
  const list = useWishlistPreview(ids);
  const wish = useSetWished();
  useEscape(onLeave);
  const remove = (id: number) =>
    wish.mutateAsync({ id, wished: false }).catch((error: unknown) => toast("error", message(error, "wishlist")));
  return (
    <>
      {list.isPending && <Skeleton className="h-40" />}
      {list.isError && !list.data && <Notice tone="error">{message(list.error, "wishlist")}</Notice>}
      <ul className="-m-1 max-h-[clamp(6rem,100dvh-20rem,20rem)] divide-y divide-line overflow-y-auto p-1">
        {list.data?.map((item) => (
          <PreviewItem key={item.id} product={item} onLeave={onLeave} onRemove={() => remove(item.id)}>
            <Amount value={item.price} className="mr-2" />
            {item.energyEfficiency && (
              <EnergyLabel
                size="xs"
                productId={item.id}
                energyClass={item.energyEfficiency.label}
                scale={item.energyEfficiency.scale}
              />
            )}
            <BasePrice base={item.prices.base} />
          </PreviewItem>
        ))}
      </ul>
      <Link href="/merkzettel" onClick={onLeave} className={buttonClass("secondary", "md", "mt-4 w-full")}>
        {t("toWishlist")}
      </Link>
    </>
  );
}
