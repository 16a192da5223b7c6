"use client";

import { useEffect, useRef, type FocusEvent } from "react";

/**
 * For what goes while it has the focus, as a question that was answered: gives the focus back to where it came from, or where
 * that is gone or was nowhere to the page's content. The result is the element's onFocus.
 */
export function useFocusGivenBack() {
  const from = useRef<Element | null>(undefined);
  useEffect(
    () => () => {
      if (from.current === undefined || document.activeElement !== document.body) return;
      const to = from.current?.isConnected ? from.current : document.getElementById("main");
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    },
    [],
  );
  return ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
  };
}
