"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Amount } from "@/components/product/price";
import { LegalNotice } from "@/components/market/legal-notice";
import { ExpressButtons } from "@/components/express/express-buttons";
import { buttonClass } from "@/components/ui/button";
import type { Cart } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { useInView } from "@/lib/hooks/use-in-view";
import { Link } from "@/lib/i18n/link";
import { useSite } from "@/lib/site/context";

/** The totals and the way to the checkout; on a phone a bar repeats them while the button cannot be seen. */
export function CartSummary({ cart }: { cart: Cart }) {
  const t = useTranslations("cart");
  const { deliveryCountries } = useSite();
  const { ref, inView } = useInView<HTMLAnchorElement>();
  const { total, shipping, fullTotal } = cart.summary;
  return (
    <>
      <section aria-labelledby="summary" className="rounded-card bg-paper p-6 lg:sticky lg:top-40">
        <h2 id="summary" className="text-xl">
          {t("summary")}
        </h2>
        <p className="mt-1.5 text-sm text-ink-2">{t("voucherHint")}</p>
        <dl className="mt-5 space-y-2.5" aria-live="polite">
          <Row label={t("subtotal", { count: cart.productsCount })}>
            <Amount value={total} />
          </Row>
          <Row label={t("shipping")}>
            <Amount value={shipping} />
          </Row>
          <Row strong label={t("fullTotal")} note={t("includingTax")}>
            <Amount value={fullTotal} />
          </Row>
        </dl>
        <Link ref={ref} href="/kasse" className={buttonClass("primary", "lg", "mt-5 w-full")}>
          {t("toCheckout")}
        </Link>
        <ExpressButtons className="mt-5" />
        <LegalNotice of="payment-means">
          {cart.paymentMethods.length > 0 && <PaymentMeans methods={cart.paymentMethods} />}
          <p className="mt-4 text-sm text-ink-2">{t("deliveryArea", { others: deliveryCountries - 1 })}</p>
        </LegalNotice>
      </section>
      <div data-bottom-bar inert={inView} className={cn("bottom-bar", inView && "translate-y-full")}>
        <p>
          <span className="block text-sm text-ink-2">{t("fullTotal")}</span>
          <Amount value={fullTotal} className="text-lg font-bold" />
        </p>
        <Link href="/kasse" className={buttonClass("primary")}>
          {t("toCheckout")}
        </Link>
      </div>
    </>
  );
}

function PaymentMeans({ methods }: { methods: Cart["paymentMethods"] }) {
  const t = useTranslations("cart");
  return (
    <div className="mt-5">
      <p className="text-sm text-ink-2">{t("accepted")}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {methods.map((method) => (
          <li key={method.code}>
            <img
              src={method.logo}
              alt={method.title}
              height={32}
              width={52}
              className="h-8 w-13 rounded-md bg-white object-contain"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({
  label,
  note,
  strong,
  children,
}: {
  label: string;
  note?: string;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      aria-atomic
      className={cn(
        "flex items-baseline justify-between gap-x-4 max-xs:flex-wrap",
        strong && "flex-wrap border-t border-line-2/40 pt-3.5 text-lg font-bold",
      )}
    >
      <dt>
        {label}
        {note && <span className="ml-1.5 inline-block text-sm font-normal text-ink-2">{note}</span>}
      </dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}
