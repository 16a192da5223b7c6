"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type messages from "@messages/de.json";
import type { Reason } from "./rules";

type Key = keyof (typeof messages)["validation"];

/** Gives the text for a reason, which form errors carry as JSON; an unknown reason reads as an invalid value. */
export function useValidationText() {
  const t = useTranslations("validation");
  return useCallback(
    (message: string | undefined): string | undefined => {
      if (!message) return undefined;
      const reason = parse(message);
      const key = (t.has(reason.key as Key) ? reason.key : "invalid") as Key;
      return t(key, { length: reason.length ?? 0, keyword: reason.keyword ?? "" });
    },
    [t],
  );
}

function parse(message: string): Reason {
  try {
    return JSON.parse(message) as Reason;
  } catch {
    return { key: message };
  }
}
