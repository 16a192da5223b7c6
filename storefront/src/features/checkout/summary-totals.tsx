import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Amount } from "@/components/product/price";
import type { CheckoutView } from "@/lib/api/types";
import { summaryPayment } from "@/lib/checkout/summary-payment";
import { cn } from "@/lib/cn";

type Props = {
  view: CheckoutView;
  /** The sums stand on the page a second time, and are announced there. */
  again?: boolean;
};

/** The sums of the order, with the tax that they include. */
export function SummaryTotals({ view, again }: Props) {
  const t = useTranslations("checkout.summary");
  const { totals } = view;
  const payment = summaryPayment(view);
  return (
    <dl aria-live={again ? undefined : "polite"} className="mt-5 space-y-2 border-t border-line-2/40 pt-4">
      <Row label={t("subtotal", { count: view.productsCount })}>
        <Amount value={totals.subtotal} />
      </Row>
      <Row label={t("shipping")}>
        <Shipping view={view} />
      </Row>
      {payment && (
        <Row label={t("payment")}>
          <span className="text-sm">{payment}</span>
        </Row>
      )}
      {totals.fee.minor > 0 && (
        <Row label={t("fee")}>
          <Amount value={totals.fee} />
        </Row>
      )}
      {totals.noRiskMuchFun.minor > 0 && (
        <Row label={t(view.businessCustomer ? "noRiskBusiness" : "noRisk")}>
          <Amount value={totals.noRiskMuchFun} />
        </Row>
      )}
      {totals.discounts.map((one) => (
        <Row key={one.code} code label={one.promotion ? t("promotion") : t("voucher", { code: one.code })}>
          <Amount value={{ ...one.amount, minor: -Math.abs(one.amount.minor) }} />
        </Row>
      ))}
      <Row strong label={t("total")}>
        <Amount value={totals.total} />
      </Row>
      {view.taxValue.map((tax) => (
        <Row key={tax.rate} small label={t("tax", { rate: tax.rate / 100 })}>
          <Amount value={tax.amount} />
        </Row>
      ))}
      {view.vatId && view.invoiceData && view.taxValue.length === 0 && (
        <Row small label={t("noTax")}>
          {t("noTaxValue")}
        </Row>
      )}
    </dl>
  );
}

// Before the address is known, it is what the way to an address in Germany costs, as in the cart.
function Shipping({ view }: { view: CheckoutView }) {
  const t = useTranslations("checkout.summary");
  if (view.totals.shipping.minor > 0) return <Amount value={view.totals.shipping} />;
  return view.shipping.length > 0 || !view.invoiceData ? (
    t("free")
  ) : (
    <span className="text-sm text-ink-2">{t("open")}</span>
  );
}

type RowProps = { label: string; strong?: boolean; small?: boolean; code?: boolean; children: ReactNode };

// A sum that changes is read out with its name. code: the label holds a voucher's, which may have no place to wrap.
function Row({ label, strong, small, code, children }: RowProps) {
  return (
    <div
      aria-atomic
      className={cn(
        "flex items-baseline justify-between gap-x-4 max-xs:flex-wrap",
        strong && "flex-wrap border-t border-line-2/40 pt-3 text-lg font-bold",
        small && "text-sm text-ink-2",
      )}
    >
      <dt className={code ? "wrap-anywhere" : undefined}>{label}</dt>
      <dd className={cn("max-xs:ml-auto", code && "shrink-0")}>{children}</dd>
    </div>
  );
}
