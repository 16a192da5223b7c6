"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { ApiError, reasonOf } from "@/lib/api/error";
import type messages from "@messages/de.json";

/** A key of the messages' "errors". */
export type MessageReason = Exclude<keyof (typeof messages)["errors"], "ajax">;

// A provider may decline for a reason that has no text of its own.
function general(reason: string): string {
  return reason.startsWith("payment_declined_") ? "payment_declined" : reason;
}

/**
 * Gives the text for an error or a reason; reasons without a text of their own fall back to the given one. Where that is
 * the general one, a failure of the shop tells its code, so that the support knows what to look for.
 */
export function useMessage() {
  const t = useTranslations("errors");
  return useCallback(
    (error: unknown, fallback: MessageReason): string => {
      const reason = typeof error === "string" ? error : reasonOf(error);
      const known = [reason, general(reason)].find((one) => t.has(one as MessageReason));
      if (!known && fallback === "general" && error instanceof ApiError)
        return t("ajax", { code: String(error.status) });
      return t((known ?? fallback) as MessageReason);
    },
    [t],
  );
}
