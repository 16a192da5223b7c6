"use client";

import { useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";
import { useMessage } from "@/lib/i18n/use-message";
import { useMoveWishlist } from "@/lib/wishlist/use-wishlist";

/** Moves the wishlist into the cart and says how that went: all of it, or what stays, and why. */
export function useMoveAll() {
  const t = useTranslations("wishlist");
  const message = useMessage();
  const toast = useToast();
  const { mutate, isPending } = useMoveWishlist();
  const submit = () => {
    if (isPending) return;
    mutate(undefined, {
      onSuccess: ({ itemCount: count, cartFull }) =>
        count === 0
          ? toast("success", t("movedAll"))
          : toast("info", t(cartFull ? "movedFull" : "movedSome", { count })),
      onError: (error) => toast("error", message(error, "wishlist")),
    });
  };
  return { submit, isPending };
}
