"use client";

import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { CheckoutView, Step } from "@/lib/api/types";
import { allowedStep, hashOf, stepOf } from "@/lib/checkout/steps";

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/**
 * The step that the address names, corrected to one that may be open, and a way to another. unprepared says that the
 * chosen method needs the payment step again.
 */
export function useStep(view: CheckoutView | undefined, typedEmail: string, unprepared: boolean) {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => "",
  );
  const step = view && allowedStep(stepOf(hash), view, typedEmail, unprepared);
  useEffect(() => {
    if (step && hashOf(step) !== hash) window.location.replace(hashOf(step));
  }, [step, hash]);
  const go = useCallback((next: Step) => {
    window.location.hash = hashOf(next);
    window.scrollTo({ top: 0 });
  }, []);
  return { step, go };
}
