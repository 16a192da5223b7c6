"use client";

import { Heart, ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { useHeader } from "@/lib/cart/use-cart";
import { useFocusKept } from "@/lib/hooks/use-focus-kept";
import { useMessage } from "@/lib/i18n/use-message";
import { Link } from "@/lib/i18n/link";
import { useMoveAll, useWishlistPage } from "./use-wishlist-page";
import { WishlistEntry } from "./wishlist-entry";
import { WishlistSkeleton } from "./wishlist-skeleton";

/** The wishlist's page. What is taken off leaves a placeholder from which it can be restored, until the page is left. */
export function WishlistView() {
  const t = useTranslations("wishlist");
  const message = useMessage();
  const list = useWishlistPage();
  const header = useHeader();
  const move = useMoveAll();
  const place = useFocusKept<HTMLDivElement>(header.data?.wishlistItemCount ?? 0);
  const failed = list.error ?? header.error;
  if (failed && !(list.data && header.data)) {
    return (
      <div className="page py-16">
        <h1 className="sr-only">{t("name")}</h1>
        <Notice tone="error">{message(failed, "wishlist")}</Notice>
        <RetryButton
          look="secondary"
          className="mt-4"
          onRetry={() => void Promise.all([list.refetch(), header.refetch()])}
        >
          {t("retry")}
        </RetryButton>
      </div>
    );
  }
  if (!list.data || !header.data) return <WishlistSkeleton />;
  const { wishlist: ids, wishlistItemCount: count } = header.data;
  return (
    <div ref={place} tabIndex={-1} className="page outline-none">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-4 pt-8">
        <h1 className="text-3xl lg:text-[2.5rem]" aria-live="polite">
          {count > 0 ? t("title", { count }) : t("emptyTitle")}
        </h1>
        {count > 0 && (
          <Button aria-busy={move.isPending} onClick={() => move.mutate()}>
            <ShoppingCart aria-hidden className="size-5" />
            {t("moveAll")}
          </Button>
        )}
      </div>
      {list.data.length > 0 ? (
        <>
          <h2 className="sr-only">{t("products")}</h2>
          <ul className="mt-6 grid grid-cols-2 gap-2.5 md:grid-cols-3 lg:grid-cols-4 lg:gap-4 xl:grid-cols-5">
            {list.data.map((item) => (
              <WishlistEntry key={item.id} item={item} wished={ids.includes(item.id)} />
            ))}
          </ul>
        </>
      ) : (
        <div className="grid min-h-[38vh] place-content-center justify-items-center text-center">
          <Heart aria-hidden className="size-14 text-line-2" strokeWidth={1.25} />
          <p className="mt-5 max-w-md text-ink-2">{t("emptyText")}</p>
          <Link href="/" className={buttonClass("primary", "lg", "mt-7")}>
            {t("browse")}
          </Link>
        </div>
      )}
    </div>
  );
}
