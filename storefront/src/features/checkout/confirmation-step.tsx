"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Loader } from "@/components/ui/loader";
import { Notice } from "@/components/ui/notice";
import { cn } from "@/lib/cn";
import { useInView } from "@/lib/hooks/use-in-view";
import { useMessage } from "@/lib/i18n/use-message";
import { Amount } from "@/components/product/price";
import type { StepProps } from "./checkout-view";
import { ConfirmationFacts } from "./confirmation-facts";
import { ConfirmationProducts } from "./confirmation-products";
import { LegalText } from "./legal-text";
import { NoRiskOffer } from "./no-risk-offer";
import type { Prepared } from "./payment/prepared";
import { useBuy } from "./use-buy";

const barDelayMs = 250;

type Props = StepProps & { prepared: Prepared | undefined; onFailed: (reason: string) => void };

/** The last step: everything once more, and the button that makes it binding. */
export function ConfirmationStep({ view, onView, go, prepared, onFailed }: Props) {
  const t = useTranslations("checkout");
  const message = useMessage();
  const { buy, busy, errors, changed } = useBuy({ view, prepared, onView, onFailed });
  const { ref, inView } = useInView<HTMLButtonElement>(barDelayMs);
  return (
    <div>
      <h1 className="text-2xl lg:text-3xl">{t("confirmation.title")}</h1>
      {changed && (
        <Notice tone="warning" className="mt-5">
          {t("confirmation.changed")}
        </Notice>
      )}
      {errors.length > 0 && (
        <Notice tone="error" className="mt-5">
          {errors.map((error) => (
            <p key={error}>{message(error, "payment")}</p>
          ))}
        </Notice>
      )}
      <ConfirmationFacts view={view} go={go} />
      <ConfirmationProducts view={view} />
      <NoRiskOffer view={view} onView={onView} />
      <LegalText />
      <Button ref={ref} size="lg" disabled={busy} onClick={buy} className="mt-5 w-full text-lg">
        {t("confirmation.buy")}
      </Button>
      <div
        inert={inView}
        className={cn(
          "fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-white px-4 py-3 transition-transform duration-200 lg:hidden",
          inView && "translate-y-full",
        )}
      >
        <p>
          <span className="block text-sm text-ink-2">{t("summary.total")}</span>
          <Amount value={view.totals.total} className="text-lg font-bold" />
        </p>
        <Button disabled={busy} onClick={buy}>
          {t("confirmation.buy")}
        </Button>
      </div>
      {busy && <Loader title={t("loader.title")} text={t("loader.text")} />}
    </div>
  );
}
