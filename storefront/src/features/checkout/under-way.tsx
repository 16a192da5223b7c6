"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { fetchSuccess } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";
import { postForm } from "@/lib/checkout/post-form";
import { pathIn } from "@/lib/i18n/path";
import { useFormatter } from "@/lib/i18n/use-formatter";

const askAgainMs = 5000;

type Payment = NonNullable<CheckoutView["underWay"]>;
type Props = { payment: Payment; onChooseOther?: () => void; onChanged: () => unknown };

/**
 * Says that a payment is under way, as in another tab or at a provider whose page was left, and offers to go on with it or to
 * choose another. Once it is paid, the order follows; where it stands otherwise than is told here, onChanged is called.
 */
export function UnderWay({ payment, onChooseOther, onChanged }: Props) {
  const t = useTranslations("checkout.underWay");
  const locale = useLocale();
  const format = useFormatter();
  const success = `${pathIn(locale, "/kasse/erfolgreich")}?order=${encodeURIComponent(payment.attemptId)}`;
  const { data } = useQuery({
    queryKey: ["success", locale, payment.attemptId],
    queryFn: () => fetchSuccess(payment.attemptId, locale),
    refetchInterval: askAgainMs,
    gcTime: 0,
  });
  const placed = data?.state === "confirmed" || data?.state === "pending";
  const payable = data?.redirectUrl !== undefined && !payment.redirectUrl && !payment.cartChanged;
  const changed = data?.state === "failed" || payable;
  useEffect(() => {
    if (placed) window.location.assign(success);
  }, [placed, success]);
  useEffect(() => {
    if (changed) onChanged();
  }, [changed, onChanged]);
  const { paymentTitle: method, redirectUrl, formFields, dueAt } = payment;
  if (payment.cartChanged) {
    return (
      <Notice reveal tone="warning" className="mb-6">
        {t("cartChanged", { method })}
      </Notice>
    );
  }
  const until = dueAt ? format.dateTime(new Date(dueAt), { hour: "2-digit", minute: "2-digit" }) : "";
  const look = buttonClass("primary", "sm");
  return (
    <Notice reveal tone="warning" className="mb-6">
      <p>{redirectUrl ? t("open", { method, until }) : t("checking", { method })}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {!redirectUrl && (
          <a href={success} className={look}>
            {t("toState")}
          </a>
        )}
        {redirectUrl && !formFields && (
          <a href={redirectUrl} className={look}>
            {t("goOn")}
          </a>
        )}
        {redirectUrl && formFields && (
          <button type="button" className={look} onClick={() => postForm(redirectUrl, formFields)}>
            {t("goOn")}
          </button>
        )}
        {redirectUrl && onChooseOther && (
          <button type="button" className={buttonClass("secondary", "sm")} onClick={onChooseOther}>
            {t("other")}
          </button>
        )}
      </p>
    </Notice>
  );
}
