"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { inBrowser } from "@/lib/remembered/shelf";
import { readBlocks, storageKey, type Block } from "./dashboard";

const changed = "kontor:dashboard";

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** The overview's blocks, which this browser remembers, and how to change them. */
export function useDashboard(): [Block[], (next: Block[]) => void] {
  const kept = useSyncExternalStore(
    subscribe,
    () => inBrowser.getItem(storageKey),
    () => null,
  );
  const keep = useCallback((next: Block[]) => {
    inBrowser.setItem(storageKey, next.join(","));
    window.dispatchEvent(new Event(changed));
  }, []);
  return [useMemo(() => readBlocks(kept), [kept]), keep];
}
