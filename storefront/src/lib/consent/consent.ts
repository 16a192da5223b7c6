"use client";

import { useSyncExternalStore } from "react";

/** The service under which the shop's own event analytics runs. */
export const analyticsService = "kontor-analytics";

const storageKey = "kontor.consent";
const changed = "kontor:consent";

/** What the visitor decided: undefined until they did. The decision itself is the only thing stored before it. */
export type Decision = { [service: string]: boolean } | undefined;

let cache: { text: string | null; decision: Decision } = { text: null, decision: undefined };

/** The decision as stored in this browser. */
export function readConsent(): Decision {
  const text = window.localStorage.getItem(storageKey);
  if (text !== cache.text) cache = { text, decision: parse(text) };
  return cache.decision;
}

function parse(text: string | null): Decision {
  try {
    return text ? (JSON.parse(text) as Decision) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a decision and tells everyone who shows it. */
export function decide(decision: NonNullable<Decision>): void {
  window.localStorage.setItem(storageKey, JSON.stringify(decision));
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** The decision, or "unknown" while the page is still the server's. */
export function useConsent(): Decision | "unknown" {
  return useSyncExternalStore<Decision | "unknown">(subscribe, readConsent, () => "unknown");
}
