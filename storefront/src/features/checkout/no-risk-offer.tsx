"use client";

import { ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Amount } from "@/components/product/price";
import { Button } from "@/components/ui/button";
import { saveNoRisk } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { withFullLogin } from "@/lib/account/soft-login";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

const benefits = {
  private: ["return", "exchange"],
  business: ["exchangeBusiness", "swap", "loan"],
} as const;

/** Offers the no-risk-much-fun package, for business customers its higher tier, and takes it off again. */
export function NoRiskOffer({ view, onView }: { view: CheckoutView; onView: (view: CheckoutView) => void }) {
  const t = useTranslations("checkout.noRisk");
  const locale = useLocale();
  const message = useMessage();
  const { status, cost, excludedProducts } = view.noRiskMuchFun;
  const added = status === "added";
  const change = useOnce({
    mutationFn: (add: boolean) => withFullLogin(() => saveNoRisk(add, locale)),
    onSuccess: (next) => onView(next),
  });
  if (status === "unavailable") return null;
  const tier = view.businessCustomer ? "business" : "private";
  const excluded = view.products.filter((product) => excludedProducts.includes(product.id));
  return (
    <section aria-labelledby="no-risk" className="mt-8 rounded-card border border-line-2/60 p-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="no-risk" className="flex items-center gap-2 text-lg">
            <ShieldCheck aria-hidden className="size-5 text-good" />
            {t(`title.${tier}`)}
          </h2>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-2">
            {benefits[tier].map((benefit) => (
              <li key={benefit}>{t(`benefits.${benefit}`)}</li>
            ))}
          </ul>
          {excluded.length > 0 && (
            <p className="mt-2 text-sm text-ink-2">
              {t("excluded", { products: excluded.map((product) => product.name).join(", ") })}
            </p>
          )}
        </div>
        <div className="flex w-full items-center justify-between gap-4 max-xs:flex-wrap sm:block sm:w-auto sm:text-right">
          <Amount value={cost} className="block font-bold" />
          <Button
            id="no-risk-change"
            aria-labelledby="no-risk-change no-risk"
            look={added ? "quiet" : "ink"}
            aria-busy={change.isPending}
            onClick={() => change.mutate(!added)}
            className="sm:mt-2"
          >
            {t(added ? "remove" : "add")}
          </Button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {added ? t("added") : ""}
      </p>
      <p role="alert" className="text-sm font-medium text-bad not-empty:mt-2">
        {change.isError ? message(change.error, "general") : ""}
      </p>
    </section>
  );
}
