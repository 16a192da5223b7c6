"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useEffect } from "react";
import { previewChoice } from "@/lib/api/checkout";
import type { CheckoutView } from "@/lib/api/types";

type Choice = { paymentCode?: string; shippingCodes?: string[] };

/**
 * The checkout with a choice that is not saved yet, for its sums; undefined without such a choice, and until they are known. The
 * summary beside the step shows it as long as the step is open.
 */
export function usePreview(
  view: CheckoutView,
  choice: Choice | undefined,
  onPreview: (preview: CheckoutView | undefined) => void,
): CheckoutView | undefined {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ["checkout-preview", locale, view.revision, choice],
    queryFn: () => previewChoice(choice ?? {}, locale),
    enabled: choice !== undefined,
    placeholderData: (before) => before, // one choice after the other shows no sums in between
    retry: false,
  });
  const preview = choice && data;
  useEffect(() => {
    onPreview(preview);
    return () => onPreview(undefined);
  }, [preview, onPreview]);
  return preview;
}
