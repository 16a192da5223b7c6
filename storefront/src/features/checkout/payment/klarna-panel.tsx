"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useImperativeHandle, useState, type Ref } from "react";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { withFullLogin } from "@/lib/account/soft-login";
import { openPaymentSession } from "@/lib/api/payment";
import { isRefusal } from "@/lib/api/refusal";
import type { PaymentSession } from "@/lib/api/types";
import { authorizeKlarna, finalizeKlarna, loadKlarna } from "./klarna";
import type { PanelHandle, Prepared } from "./prepared";

type Props = { code: string; ref: Ref<PanelHandle>; onUnavailable: () => void };

// From then on a customer is told that there are other ways to pay.
const slowMs = 4_000;

/** Klarna's widget below its method: opened with the method, asked for its word when the customer goes on. */
export function KlarnaPanel({ code, ref, onUnavailable }: Props) {
  const t = useTranslations("checkout.payment");
  const locale = useLocale();
  const element = `klarna${useId().replace(/[^a-zA-Z0-9]/g, "")}`;
  const [retry, setRetry] = useState(false);
  const [slow, setSlow] = useState(false);
  const [missed, setMissed] = useState(0);
  const widget = useQuery({
    queryKey: ["klarna", code, element],
    queryFn: async () => {
      const session = await withFullLogin(() => openPaymentSession(code, locale));
      if (await loadKlarna(session, element)) return session;
      onUnavailable();
      return null;
    },
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { isPending } = widget;
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, [isPending]);
  useImperativeHandle(ref, () => ({
    prepare: async () => {
      // Who goes on before the widget is there waits for it, and where it failed, tries again.
      const session = widget.data === undefined ? (await widget.refetch()).data : widget.data;
      if (session === undefined) setMissed((count) => count + 1);
      if (!session) return undefined;
      const agreed = await authorizeKlarna(session);
      setRetry(agreed === "retry");
      if (agreed === "refused") onUnavailable();
      return agreed === "retry" || agreed === "refused" ? undefined : preparedOf(code, session, agreed);
    },
  }));
  return (
    <div className="px-4 pb-5 sm:px-5">
      {isPending && (
        <>
          <div aria-live="polite">{slow && <p className="pb-3 text-ink-2">{t("widgetSlow")}</p>}</div>
          <Skeleton className="h-32" />
        </>
      )}
      {widget.isError && (
        // Below many methods, its button is far away: there who pressed it is led to this.
        <Notice key={missed} reveal={missed > 0} tone="error">
          {t("widgetFailed")}
        </Notice>
      )}
      {retry && (
        <Notice reveal tone="warning">
          {t("widgetRetry")}
        </Notice>
      )}
      <div id={element} />
    </div>
  );
}

function preparedOf(code: string, session: PaymentSession, agreed: { token: string } | "later"): Prepared {
  if (agreed !== "later") return { code, client: { authorization_token: agreed.token } };
  return {
    code,
    client: {},
    finalize: async () => {
      const token = await finalizeKlarna(session);
      return token === undefined ? undefined : { authorization_token: token };
    },
  };
}
