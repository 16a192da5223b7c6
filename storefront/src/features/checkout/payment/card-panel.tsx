"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { Ref } from "react";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { openPaymentSession } from "@/lib/api/payment";
import { gatewayOf } from "@/lib/checkout/card";
import { CardForm } from "./card-form";
import type { PanelHandle } from "./prepared";

/** The card form below its method. Its session says where the gateway is and what it takes. */
export function CardPanel({ code, ref }: { code: string; ref: Ref<PanelHandle> }) {
  const t = useTranslations("checkout.payment");
  const locale = useLocale();
  const session = useQuery({
    queryKey: ["card-session", code],
    queryFn: async () => gatewayOf((await openPaymentSession(code, locale)).client),
    staleTime: Infinity,
  });
  return (
    <div className="px-4 pb-5 sm:px-5">
      {session.isPending && <Skeleton className="h-64" />}
      {session.isError && <Notice tone="error">{t("widgetFailed")}</Notice>}
      {session.data && <CardForm code={code} gateway={session.data} ref={ref} />}
    </div>
  );
}
