"use client";

import { useCallback, useSyncExternalStore } from "react";
import { typedKeys } from "@/lib/checkout/typed";
import { inTab } from "@/lib/remembered/shelf";

const storageKey = typedKeys.email;
const changed = "kontor:checkout-email";

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
}

/**
 * The e-mail that a guest typed but that is not with the server yet: it goes there with the address. Lives as long as the tab,
 * unless somebody logs in or out.
 */
export function useTypedEmail(): [string, (email: string) => void] {
  const email = useSyncExternalStore(
    subscribe,
    () => inTab.getItem(storageKey) ?? "",
    () => "",
  );
  const keep = useCallback((next: string) => {
    inTab.setItem(storageKey, next);
    window.dispatchEvent(new Event(changed));
  }, []);
  return [email, keep];
}
