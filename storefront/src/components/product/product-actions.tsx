"use client";

import { useTranslations } from "next-intl";
import { createContext, useContext, useState, type ReactNode } from "react";
import { useToast } from "@/components/ui/toast";
import { useAddToCart, useHeader } from "@/lib/cart/use-cart";
import { track } from "@/lib/consent/track";
import { Link } from "@/lib/i18n/link";
import { useMessage } from "@/lib/i18n/use-message";
import { maxCompared } from "@/lib/remembered/cookie";
import { useSetCompared } from "@/lib/remembered/use-comparison";
import { useSetWished } from "@/lib/wishlist/use-wishlist";
import { withUnits } from "@/lib/product/units";
import { useCartFailure } from "./use-cart-failure";

type Actions = {
  /** Ids on the wishlist and in the comparison; none while they are not known. */
  wished: number[];
  compared: number[];
  /** What is under way, as "wish 5" or "cart 5". */
  busy: string[];
  /**
   * Puts on the wishlist or takes off, as the button said: who presses before the lists are known means what they read. Here
   * and for the cart, while a call for the product is under way, a second one of its kind is not made.
   */
  setWished: (id: number, wished: boolean) => void;
  /** Puts into the comparison or takes out, as the button said; says so when there is no room for another. */
  setCompared: (id: number, compared: boolean) => void;
  /** Puts into the cart and says so; a wish that was cut to the maximum is told too. */
  addToCart: (product: { id: number; name: string; quantity: number }, onAdded?: () => void) => void;
};

const ActionsContext = createContext<Actions | undefined>(undefined);

/** What the buttons of products do; below ProductActions. */
export function useProductActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error("product buttons stand below ProductActions");
  return actions;
}

/** Does for all products of a page what their buttons ask for, so that a button is no more than its looks. */
export function ProductActions({ children }: { children: ReactNode }) {
  const t = useTranslations("cart");
  const compareText = useTranslations("comparison");
  const message = useMessage();
  const fail = useCartFailure();
  const toast = useToast();
  const header = useHeader().data;
  const { mutateAsync: wish } = useSetWished();
  const { mutateAsync: add } = useAddToCart();
  const compare = useSetCompared();
  const [busy, setBusy] = useState<string[]>([]);
  // Without a cookie the next page knows nothing of what is done here.
  const forgotten = () => {
    if (!navigator.cookieEnabled) toast("error", t("noCookies"));
    return !navigator.cookieEnabled;
  };
  const during = (what: string, call: () => Promise<void>) => {
    if (busy.includes(what) || forgotten()) return;
    setBusy((all) => [...all, what]);
    void call().finally(() => setBusy((all) => all.filter((one) => one !== what)));
  };
  const setWished: Actions["setWished"] = (id, wished) =>
    during(`wish ${id}`, () =>
      wish({ id, wished }).then(
        () => undefined,
        (error: unknown) => toast("error", message(error, "wishlist")),
      ),
    );
  const setCompared: Actions["setCompared"] = (id, compared) => {
    if (!forgotten() && !compare(id, compared)) toast("info", compareText("full", { max: maxCompared }));
  };
  const addToCart: Actions["addToCart"] = ({ id, name, quantity }, onAdded) =>
    during(`cart ${id}`, () =>
      add({ id, quantity }).then(
        ({ maxQuantity }) => {
          onAdded?.();
          track("addToCart", { productIds: [id] });
          if (maxQuantity !== undefined) return toast("info", t("maxReached", { max: maxQuantity }));
          toast(
            "success",
            <>
              {t("added", { name: withUnits(name) })}{" "}
              <Link href="/warenkorb" className="underline underline-offset-4">
                {t("toCart")}
              </Link>
            </>,
          );
        },
        (error: unknown) => fail(error, "cart_general"),
      ),
    );
  const { wishlist: wished = [], comparison: compared = [] } = header ?? {};
  return (
    <ActionsContext value={{ wished, compared, busy, setWished, setCompared, addToCart }}>{children}</ActionsContext>
  );
}
