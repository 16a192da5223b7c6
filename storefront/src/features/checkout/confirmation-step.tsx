"use client";

import { useTranslations } from "next-intl";
import { LegalNotice } from "@/components/market/legal-notice";
import { CostChanges } from "@/components/product/cost-changes";
import { Button } from "@/components/ui/button";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { useInView } from "@/lib/hooks/use-in-view";
import { useMedia } from "@/lib/hooks/use-media";
import { useMessage } from "@/lib/i18n/use-message";
import type { StepProps } from "./checkout-view";
import { ChangeCart } from "./change-cart";
import { ConfirmationFacts } from "./confirmation-facts";
import { ConfirmationProducts } from "./confirmation-products";
import { GuaranteeCard } from "./guarantee-card";
import { LegalText } from "./legal-text";
import { NoRiskOffer } from "./no-risk-offer";
import type { Prepared } from "./payment/prepared";
import { productNames } from "./product-names";
import { SummaryBar } from "./summary-bar";
import { SummaryTotals } from "./summary-totals";
import { useBuy } from "./use-buy";
import { Voucher } from "./voucher";

type Props = StepProps & {
  onView: (view: StepProps["view"], reason?: string) => void;
  prepared: Prepared | undefined;
  onFailed: (reason: string) => void;
};

/** The last step: everything once more, and the button that makes it binding. */
export function ConfirmationStep({ view, onView, go, prepared, onFailed }: Props) {
  const t = useTranslations("checkout");
  const message = useMessage();
  const { buy, busy, errors, changed, costs } = useBuy({ view, prepared, onView, onFailed });
  const soldOut = productNames(view, view.soldOutProductIds);
  const wide = useMedia("(min-width: 1024px)");
  const { ref, inView } = useInView<HTMLButtonElement>();
  return (
    <div>
      <h1 className="text-2xl lg:text-3xl">{t("confirmation.title")}</h1>
      {changed && (
        <Notice reveal tone="warning" className="mt-5">
          {t("confirmation.changed")}
          <CostChanges costs={costs} />
        </Notice>
      )}
      {errors.length > 0 && (
        <Notice reveal tone="error" className="mt-5">
          {errors.map((error) => (
            <p key={error}>
              {error === "product_sold_out" && soldOut
                ? t("confirmation.soldOut", { products: soldOut })
                : message(error, "payment")}
            </p>
          ))}
          <CostChanges costs={costs} />
          {errors.includes("product_sold_out") && <ChangeCart />}
        </Notice>
      )}
      <ConfirmationFacts view={view} go={go} />
      <NoRiskOffer view={view} onView={onView} />
      {!view.businessCustomer && (
        <LegalNotice of="legal-guarantee">
          <GuaranteeCard />
        </LegalNotice>
      )}
      <ConfirmationProducts view={view} />
      {!wide && <Voucher view={view} onView={onView} className="mt-3 rounded-card bg-paper p-5" />}
      <SummaryTotals again view={view} />
      <LegalText />
      <Button ref={ref} size="lg" aria-busy={busy} onClick={buy} className="mt-5 w-full text-lg">
        {t("confirmation.buy")}
      </Button>
      <SummaryBar total={view.totals.total} hidden={inView}>
        <Button aria-busy={busy} onClick={buy}>
          {t("confirmation.buy")}
        </Button>
      </SummaryBar>
      {busy && <Loader title={t("loader.title")} text={t("loader.text")} />}
    </div>
  );
}
