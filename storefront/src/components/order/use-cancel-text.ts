"use client";

import { useTranslations } from "next-intl";
import type messages from "@messages/de.json";

type Reason = keyof (typeof messages)["account"]["orders"]["cancelled"];

/** Gives the words for why an order was cancelled, as its mail has them; undefined for a reason without any. */
export function useCancelText() {
  const t = useTranslations("account.orders.cancelled");
  return (reason = ""): string | undefined => {
    const key = [reason, "payment_declined"].find((one) => reason.startsWith(one) && t.has(one as Reason));
    return key && t(key as Reason);
  };
}
