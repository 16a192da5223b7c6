"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useAddToCart } from "@/lib/cart/use-cart";
import { Link } from "@/lib/i18n/navigation";
import { track } from "@/lib/consent/track";
import { useCartFailure } from "./use-cart-failure";

type Props = {
  id: number;
  name: string;
  quantity?: number;
  available: boolean;
  compact?: boolean;
  onAdded?: () => void;
  className?: string;
};

/** Puts a product into the cart and says so; a wish that was cut to the maximum is told too. */
export function AddToCart({ id, name, quantity = 1, available, compact, onAdded, className }: Props) {
  const t = useTranslations("cart");
  const fail = useCartFailure();
  const toast = useToast();
  const add = useAddToCart();
  const submit = () =>
    add.mutate(
      { id, quantity },
      {
        onSuccess: (answer) => {
          onAdded?.();
          track("addToCart", { productIds: [id] });
          if (answer.maxQuantity !== undefined) toast("info", t("maxReached", { max: answer.maxQuantity }));
          else
            toast(
              "success",
              <>
                {t("added", { name })}{" "}
                <Link href="/warenkorb" className="underline underline-offset-4">
                  {t("toCart")}
                </Link>
              </>,
            );
        },
        onError: (error) => fail(error, "cart_general"),
      },
    );
  if (compact) {
    return (
      <Button
        look="ink"
        size="icon"
        aria-label={t("addNamed", { name })}
        disabled={!available}
        aria-busy={add.isPending}
        onClick={submit}
        className={className}
      >
        <ShoppingCart aria-hidden className="size-5" />
      </Button>
    );
  }
  return (
    <Button size="lg" disabled={!available} aria-busy={add.isPending} onClick={submit} className={className}>
      <ShoppingCart aria-hidden className="size-5" />
      {available ? t("add") : t("soldOut")}
    </Button>
  );
}
