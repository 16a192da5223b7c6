"use client";

import { useEffect, useEffectEvent } from "react";
import { firstOfAll } from "@/lib/i18n/navigation";

// What lies over the page, the topmost last. Each has an entry of its own in the history, whose state says how many they are.
const over: (() => void)[] = [];

// What waits for such an entry to be gone; undefined while none is going.
let waiting: (() => void)[] | undefined;

function leave(entries: number) {
  waiting ??= [];
  window.history.go(-entries);
}

if (typeof window !== "undefined") {
  window.addEventListener("popstate", ({ state }: PopStateEvent) => {
    const kept = (state as { over?: number } | null)?.over ?? 0;
    for (const close of over.splice(kept).reverse()) close();
    const gone = waiting ?? [];
    waiting = undefined;
    // After the router, which hears of it as well.
    setTimeout(() => gone.forEach((go) => go()));
  });
  // Another page comes after this one, not after what lay over it.
  firstOfAll((go) => {
    const entries = over.splice(0).length;
    if (entries > 0) leave(entries);
    if (waiting) waiting.push(go);
    else go();
  });
}

/** Has the browser's "back" close what lies over the page, instead of leaving the page. */
export function useBack(open: boolean, onBack: () => void) {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    const own = () => close();
    over.push(own);
    window.history.pushState({ ...window.history.state, over: over.length }, "");
    return () => {
      const at = over.indexOf(own);
      if (at < 0) return; // back has closed it, or another page is coming
      over.splice(at, 1);
      leave(1);
    };
  }, [open]);
}
