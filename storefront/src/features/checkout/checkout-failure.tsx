"use client";

import { useTranslations } from "next-intl";
import { GoneNotice } from "@/components/product/gone-notice";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RetryButton } from "@/components/ui/retry-button";
import { reasonOf } from "@/lib/api/error";
import { useMessage } from "@/lib/i18n/use-message";
import { Link } from "@/lib/i18n/link";
import { useCart } from "@/lib/cart/use-cart";

type Props = {
  error: Error;
  /** Why the checkout that was open is no more. */
  lost: string | undefined;
  onRetry: () => void;
};

/** A checkout that cannot be opened: an empty cart leads back to the shop, anything else can be tried again. */
export function CheckoutFailure({ error, lost, onRetry }: Props) {
  const t = useTranslations("checkout");
  const message = useMessage();
  const empty = reasonOf(error) === "cart_empty";
  const { data: cart } = useCart(empty);
  return (
    <div className="page max-w-2xl py-16">
      <h1 className="mb-5 text-3xl">{t("title")}</h1>
      {empty ? (
        <>
          {lost === "checkout_not_found" && <p className="mb-3 text-ink-2">{message(lost, "init_error")}</p>}
          <GoneNotice products={cart?.productsGone} className="mb-5" />
          <p className="text-ink-2">{t("empty")}</p>
          <Link href="/" className={buttonClass("primary", "lg", "mt-6")}>
            {t("toShop")}
          </Link>
        </>
      ) : (
        <>
          <Notice tone="error">{message(error, "init_error")}</Notice>
          <RetryButton className="mt-6" onRetry={onRetry}>
            {t("retry")}
          </RetryButton>
        </>
      )}
    </div>
  );
}
