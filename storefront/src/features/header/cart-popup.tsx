"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Amount } from "@/components/product/price";
import { ProductImage } from "@/components/product/product-image";
import { buttonClass } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import { useCart, useRemoveFromCart } from "@/lib/cart/use-cart";
import { useMessage } from "@/lib/i18n/use-message";
import { Link } from "@/lib/i18n/navigation";
import { truncateName } from "@/lib/cart/truncate";

/** What is in the cart, with its total and the ways on. */
export function CartPopup({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("cart");
  const message = useMessage();
  const toast = useToast();
  const cart = useCart();
  const remove = useRemoveFromCart();
  return (
    <div className="absolute top-full right-0 z-50 w-96 pt-2">
      <div
        role="group"
        aria-label={t("preview")}
        className="animate-rise rounded-2xl border border-line bg-white p-5 shadow-pop"
      >
        {!cart.data && <Skeleton className="h-40" />}
        <ul className="max-h-80 divide-y divide-line overflow-y-auto">
          {cart.data?.products.map((product) => (
            <li key={product.id} className="flex items-center gap-3 py-2.5 first:pt-0">
              <ProductImage image={product.image} alt="" size={100} className="size-14 rounded-lg bg-paper" />
              <div className="min-w-0 flex-1 text-sm">
                <Link href={product.url} className="font-semibold hover:underline" onClick={onLeave}>
                  {truncateName(product.name)}
                </Link>
                <p className="text-ink-3">
                  {product.quantity} × <Amount value={product.price} />
                </p>
              </div>
              <button
                type="button"
                aria-label={t("removeNamed", { name: product.name })}
                onClick={() =>
                  remove.mutate(
                    { id: product.id },
                    { onError: (error) => toast("error", message(error, "cart_remove")) },
                  )
                }
                className="grid size-9 place-items-center rounded-full text-ink-3 hover:bg-paper hover:text-ink"
              >
                <Trash2 aria-hidden className="size-4.5" />
              </button>
            </li>
          ))}
        </ul>
        {cart.data && (
          <p className="flex justify-between border-t border-line pt-4 font-semibold">
            <span>{t("total")}</span>
            <Amount value={cart.data.summary.total} />
          </p>
        )}
        <div className="mt-4 grid grid-cols-2 gap-2.5">
          <Link href="/warenkorb" prefetch={false} onClick={onLeave} className={buttonClass("secondary")}>
            {t("toCart")}
          </Link>
          <Link href="/kasse" prefetch={false} onClick={onLeave} className={buttonClass("primary")}>
            {t("toCheckout")}
          </Link>
        </div>
      </div>
    </div>
  );
}
