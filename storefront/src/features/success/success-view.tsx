"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchSuccess } from "@/lib/api/checkout";
import { isRefusal } from "@/lib/api/refusal";
import type { Success } from "@/lib/api/types";
import { forgetTyped } from "@/lib/checkout/typed";
import { affiliateFields } from "@/lib/consent/affiliate";
import { conversionKey, grantedServices } from "@/lib/consent/consent";
import { trackedProduct } from "@/lib/consent/product";
import { track } from "@/lib/consent/track";
import { useMessage } from "@/lib/i18n/use-message";
import { whenDown } from "@/lib/query/client";
import { tellTabs } from "@/lib/query/tabs";
import { inBrowser, inTab } from "@/lib/remembered/shelf";
import { OrderPlaced } from "./order-placed";
import { Outcome } from "./outcome";
import { comesBack } from "./way";

const askAgainMs = 2000;

/** What became of the order. While its payment is being confirmed the page asks again; it only reads, however often it is opened. */
export function SuccessView() {
  const t = useTranslations("success");
  const message = useMessage();
  const locale = useLocale();
  const params = useSearchParams();
  const attempt = params.get("order") ?? "";
  const {
    data: read,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ["success", locale, attempt],
    queryFn: () => fetchSuccess(attempt, locale),
    enabled: attempt !== "",
    refetchInterval: (query) => (query.state.data?.state === "processing" ? askAgainMs : whenDown(query)),
  });
  // After a log-out in another tab a customer's order is as good as none; a guest's stays, as its link would show it.
  const data = isRefusal(error) && !read?.statusPath ? undefined : read;
  const placed = data?.state === "confirmed" || data?.state === "pending";
  const order = placed ? data : undefined;
  useEffect(() => {
    if (order) endOnce(order);
  }, [order]);

  if (attempt !== "" && isPending) {
    return (
      <div className="page keeps-room" aria-busy>
        <Skeleton className="my-10 h-96" />
      </div>
    );
  }
  if (!data && error && !isRefusal(error)) {
    return (
      <Outcome
        title={t("unreachable")}
        text={t("unreachableText")}
        onRetry={() => void refetch()}
        action={t("tryAgain")}
      />
    );
  }
  if (!data) return <Outcome title={t("unknown")} text={t("unknownText")} href="/" action={t("toShop")} />;
  if (data.state === "processing" && data.redirectUrl) {
    return (
      <Outcome busy title={t("processing")} text={t("unpaidText")} away={data.redirectUrl} action={t("toPayment")} />
    );
  }
  if (data.state === "processing") return <Outcome busy title={t("processing")} text={t("processingText")} />;
  if (data.state === "failed") {
    const text = comesBack(data) ? message(data.error ?? "", "payment") : t("failedText");
    return <Outcome title={t("failed")} text={text} href="/kasse" action={t("backToPayment")} />;
  }
  return <OrderPlaced order={data} attempt={attempt} late={params.has("late")} />;
}

// A reload shows the order again but is no second conversion, and what a guest types meanwhile is for the next order.
function endOnce({ orderId, products }: Success) {
  const key = `kontor.conversion.${orderId}`;
  if (inTab.getItem(key)) return;
  inTab.setItem(key, "1");
  forgetTyped(inTab);
  tellTabs("cart"); // which the order has taken
  const granted = grantedServices();
  if (granted.length > 0) {
    if (inBrowser.getItem(conversionKey) === String(orderId)) return; // another tab told of it
    inBrowser.setItem(conversionKey, String(orderId));
  }
  const affiliate = affiliateFields(inTab, granted);
  track("conversion", { orderId, products: products.map(trackedProduct), ...affiliate });
}
