"use client";

import { useCallback, useEffect, useState } from "react";

/**
 * That the browser was sent to another page, and a way to say so. A page that is left stays busy; when the visitor comes back to
 * it as it was left, which browsers show without loading anything, it is loaded anew: what it knows may be over.
 */
export function useLeaving(): [leaving: boolean, leave: () => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return;
    const onReturn = (event: PageTransitionEvent) => event.persisted && window.location.reload();
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, [leaving]);
  return [leaving, useCallback(() => setLeaving(true), [])];
}
