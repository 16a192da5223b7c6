"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { reasonOf } from "@/lib/api/error";
import type messages from "@messages/de.json";

type Reason = keyof (typeof messages)["errors"];

// A provider may decline for a reason that has no text of its own.
function general(reason: string): string {
  return reason.startsWith("payment_declined_") ? "payment_declined" : reason;
}

/** Gives the text for an error or a reason; reasons without a text of their own fall back to the given one. */
export function useMessage() {
  const t = useTranslations("errors");
  return useCallback(
    (error: unknown, fallback: Reason): string => {
      const reason = typeof error === "string" ? error : reasonOf(error);
      const known = [reason, general(reason)].find((one) => t.has(one as Reason));
      return t((known ?? fallback) as Reason);
    },
    [t],
  );
}
