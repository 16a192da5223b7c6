"use client";

import { useTranslations } from "next-intl";
import { reasonOf } from "@/lib/api/error";
import type { MessageReason } from "./use-message";

/** Gives the text for why a call failed, such as a lost connection; what has none of its own is told in the given words. */
export function useFailure() {
  const t = useTranslations("errors");
  return (error: unknown, own: string): string => {
    const reason = reasonOf(error) as MessageReason;
    return t.has(reason) ? t(reason) : own;
  };
}
