"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useCartFailure } from "@/components/product/use-cart-failure";
import type { CartProduct } from "@/lib/api/types";
import { useSetQuantity } from "@/lib/cart/use-cart";

const debounceMs = 800;

/**
 * A line's quantity as the customer sees it while they click. 800 ms after the last click it is sent, unless it is what
 * the server has already and is not about to change; an answer with a maximum sets that maximum and tells it, as it is
 * told of a line whose stock has shrunk since. Leaving the cart sends at once.
 */
export function useQuantity(product: CartProduct) {
  const t = useTranslations("cart");
  const fail = useCartFailure();
  const { mutateAsync, isPending } = useSetQuantity();
  const [wanted, setWanted] = useState<number>();
  const [most, setMost] = useState<number>();
  const last = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      waiting.current?.();
    },
    [],
  );

  const send = (quantity: number) => {
    waiting.current = undefined;
    if (quantity === product.quantity && !isPending) return setWanted(undefined);
    mutateAsync({ id: product.id, quantity })
      .then(
        ({ maxQuantity }) => last.current === quantity && setMost((typed) => maxQuantity ?? typed),
        (error: unknown) => fail(error, "cart_quantity"),
      )
      .finally(() => setWanted((current) => (current === quantity ? undefined : current)));
  };
  const change = (quantity: number) => {
    last.current = quantity;
    setWanted(quantity);
    setMost(undefined);
    clearTimeout(timer.current);
    waiting.current = () => send(quantity);
    timer.current = setTimeout(waiting.current, debounceMs);
  };
  const quantity = wanted ?? product.quantity;
  const told = most ?? (quantity > product.maxQuantity && product.maxQuantity > 0 ? product.maxQuantity : undefined);
  return {
    quantity,
    change,
    /** Tells that more was typed than can be bought. */
    cut: setMost,
    saving: isPending,
    error: told === undefined ? undefined : t("maxReached", { max: told }),
  };
}
