"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useOverlay } from "@/components/ui/overlay";
import { useToast } from "@/components/ui/toast";
import { reasonOf } from "@/lib/api/error";
import { useMessage, type MessageReason } from "@/lib/i18n/use-message";

/**
 * Tells that a change of the cart did not work: an overlay where the shop was not reached at all, otherwise what the shop
 * says of it, or the text for what was tried.
 */
export function useCartFailure() {
  const t = useTranslations("errors");
  const message = useMessage();
  const toast = useToast();
  const overlay = useOverlay();
  return useCallback(
    (error: unknown, tried: MessageReason) => {
      if (reasonOf(error) === "network") overlay(t("cart_general"));
      else toast("error", message(error, tried));
    },
    [t, message, toast, overlay],
  );
}
