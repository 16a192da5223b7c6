"use client";

import { useSyncExternalStore } from "react";
import { inBrowser } from "@/lib/remembered/shelf";

const storageKey = "kontor.consent";
const visitorKey = "kontor.tid";

/** Under which the last order that tracking was told of is kept, for other tabs; only while some service has consent. */
export const conversionKey = "kontor.conversion";

const changed = "kontor:consent";

/** Which services the visitor agrees to. */
export type Granted = { [service: string]: boolean };

/** What the visitor decided about each service: undefined until they did. Nothing else is stored before it. */
type Decision = Granted | undefined;

let cache: { text: string | null; decision: Decision } = { text: null, decision: undefined };

/** The decision as stored in this browser. */
export function readConsent(): Decision {
  const text = inBrowser.getItem(storageKey);
  if (text !== cache.text) cache = { text, decision: parse(text) };
  return cache.decision;
}

function parse(text: string | null): Decision {
  try {
    return (JSON.parse(text ?? "null") as Decision | null) ?? undefined;
  } catch {
    return undefined;
  }
}

// Services that are loaded and learn nothing of the visitor's way through the shop.
const withoutEvents = ["pay-later", "ratings"];

const tracking = (decision: Decision): string[] =>
  Object.entries(decision ?? {})
    .filter(([service, granted]) => granted && !withoutEvents.includes(service))
    .map(([service]) => service);

/** The services that the visitor agreed to and that events go to. */
export const grantedServices = (): string[] => tracking(readConsent());

/** Stores a decision and tells everyone who shows it. Without consent to tracking, what is kept for it goes. */
export function keepDecision(decision: Granted): void {
  inBrowser.setItem(storageKey, JSON.stringify(decision));
  if (tracking(decision).length === 0) for (const key of [visitorKey, conversionKey]) inBrowser.removeItem(key);
  window.dispatchEvent(new Event(changed));
}

/** The visitor's id for tracking; it exists only while some service has consent. */
export function trackingId(): string {
  const known = inBrowser.getItem(visitorKey);
  if (known) return known;
  const made = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2);
  inBrowser.setItem(visitorKey, made);
  return made;
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
