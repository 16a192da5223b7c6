"use client";

import { useCallback, useState } from "react";

// Whoever said it may be gone by then, as a step of the checkout that was left while its answer was waited for.
const onReturn = (event: PageTransitionEvent) => event.persisted && window.location.reload();

/**
 * That the browser was sent to another page, and a way to say so. A page that is left stays busy; when the visitor comes back to
 * it as it was left, which browsers show without loading anything, it is loaded anew: what it knows may be over.
 */
export function useLeaving(): [leaving: boolean, leave: () => void] {
  const [leaving, setLeaving] = useState(false);
  const leave = useCallback(() => {
    setLeaving(true);
    window.addEventListener("pageshow", onReturn);
  }, []);
  return [leaving, leave];
}
