"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type messages from "@messages/de.json";
import type { Reason } from "./rules";

type Key = keyof (typeof messages)["validation"];
type Translate = ReturnType<typeof useTranslations<"validation">>;

/** Gives the text for a reason, which form errors carry as JSON; an unknown reason reads as an invalid value. */
export function useValidationText() {
  const t = useTranslations("validation");
  return useCallback((message: string | undefined) => (message ? validationText(t, parse(message)) : undefined), [t]);
}

/** Says why a value is wrong. The server's reasons bring neither length nor word, so that each text does without them. */
export function validationText(t: Translate, reason: Reason): string {
  const key = (t.has(reason.key as Key) ? reason.key : "invalid") as Key;
  return t(key, { length: reason.length ?? 0, keyword: reason.keyword ?? "none" });
}

function parse(message: string): Reason {
  try {
    return JSON.parse(message) as Reason;
  } catch {
    return { key: message };
  }
}
