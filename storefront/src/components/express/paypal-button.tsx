"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { initExpress } from "@/lib/api/payment";
import type { ExpressPayment } from "@/lib/api/types";
import { track } from "@/lib/consent/track";
import { useLeaving } from "@/lib/hooks/use-leaving";
import { useMessage } from "@/lib/i18n/use-message";
import { useOnce } from "@/lib/query/use-once";

/** Leaves for PayPal with the cart. Without an address to go to, the button works again and a message says why. */
export function PayPalButton({ payment }: { payment: ExpressPayment }) {
  const t = useTranslations("express");
  const message = useMessage();
  const locale = useLocale();
  const [leaving, leave] = useLeaving();
  const begin = useOnce({ mutationFn: () => initExpress("paypal", locale) });
  // Who has gone to another page of the shop meanwhile stays there.
  const onSuccess = ({ redirectUrl }: { redirectUrl?: string }) => {
    if (!redirectUrl) return;
    track("externalRedirect", { clickElementName: "paypal_express" });
    leave();
    window.location.assign(redirectUrl);
  };
  const failed = begin.isError || (begin.isSuccess && !begin.data.redirectUrl);
  return (
    <>
      <Button
        look="secondary"
        size="lg"
        className="w-full"
        aria-busy={begin.isPending || leaving}
        onClick={() => leaving || begin.mutate(undefined, { onSuccess })}
      >
        {payment.logo && <img src={payment.logo} alt="" width={52} height={32} className="h-7 w-auto object-contain" />}
        {begin.isPending || leaving ? t("loading") : t("paypal")}
      </Button>
      {failed && (
        <Notice tone="error" className="mt-2">
          {message(begin.error ?? "express_init", "express_init")}
        </Notice>
      )}
    </>
  );
}
