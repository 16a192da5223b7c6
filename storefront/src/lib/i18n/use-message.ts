"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { reasonOf } from "@/lib/api/error";
import type messages from "@messages/de.json";

type Reason = keyof (typeof messages)["errors"];

/** Gives the text for an error or a reason; reasons without a text of their own fall back to the given one. */
export function useMessage() {
  const t = useTranslations("errors");
  return useCallback(
    (error: unknown, fallback: Reason): string => {
      const reason = typeof error === "string" ? error : reasonOf(error);
      return t.has(reason as Reason) ? t(reason as Reason) : t(fallback);
    },
    [t],
  );
}
