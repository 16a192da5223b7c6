import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { CheckoutView } from "@/lib/api/types";
import { ChangeCart } from "./change-cart";
import { productNames } from "./product-names";

/** Which products cannot be billed or delivered to the chosen country. Billing blocks; delivery does if nothing is left. */
export function RestrictionNotices({ view }: { view: CheckoutView }) {
  const t = useTranslations("checkout.address");
  const { deliveryRestrictedProductIds: delivery, billingRestrictedProductIds: billing } = view;
  return (
    <div className="mt-5 space-y-3 empty:hidden">
      {billing.length > 0 && (
        <Notice reveal tone="error">
          <p>{t("billingRestricted", { products: productNames(view, billing) })}</p>
          <ChangeCart />
        </Notice>
      )}
      {delivery.length > 0 && (
        <Notice tone={view.deliveryAllowedCountries.length === 0 ? "error" : "info"}>
          <p>{t("restricted", { products: productNames(view, delivery) })}</p>
          <ChangeCart />
        </Notice>
      )}
    </div>
  );
}
