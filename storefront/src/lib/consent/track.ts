"use client";

import { sendEvent, type EventKind } from "@/lib/api/tracking";
import { withoutToken } from "./address";
import { grantedServices, readConsent, trackingId } from "./consent";
import { eventQueue } from "./queue";

/** An event that a tracking service may get. */
type EventType = "addToCart" | "removeFromCart" | "externalRedirect" | "conversion" | "cto_interaction";

const queue = eventQueue({
  granted: () => (readConsent() ? grantedServices() : undefined),
  // The id is made here, when it is sure that some service has consent.
  send: (kind, event) => sendEvent(kind, { ...event, tid: trackingId() }),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// What is told right before the way to a provider may wait for the answer to what was told before it.
if (typeof window !== "undefined") window.addEventListener("pagehide", () => queue.leave());

const stamped = (
  kind: EventKind,
  eventType: string,
  fields: Record<string, unknown>,
  address = window.location.href,
) => ({
  kind,
  event: { eventType, eventTime: new Date().toISOString(), url: withoutToken(address), ...fields },
});

/** Sends an event to the services that the visitor agreed to; without any, nothing leaves the browser. */
export function track(eventType: EventType, fields: Record<string, unknown>): void {
  void queue.add(stamped("add", eventType, fields));
}

/** Tells the services that have consent that a third party's program was loaded, or could not be. */
export function trackTag(tag: string, loaded: boolean): void {
  void queue.add(stamped("add", "gtmTagLogging", { gtmTagLogging: { tag, loaded } }));
}

/** A part of a product that the visitor sets as they want it: a choice of the configurator. */
export function trackChoice(productId: number, trackingName: string, value: string): void {
  track("cto_interaction", {
    productIds: [productId],
    clickElementName: trackingName,
    element: { trackingName, value },
  });
}

/** Sends scroll records of the page at an address; leaving says that it goes away, as another may have come already. */
export function trackScrolling(address: string, scrollings: unknown[], leaving: boolean): void {
  const fields = { referrer: withoutToken(document.referrer), scrollings };
  const call = stamped("nbb.scrolling", "scrolling", fields, address);
  if (leaving) queue.leave(call);
  else void queue.add(call);
}

/** Tells the services that have consent what the visitor decided. */
export function trackConsent(consentData: unknown[]): void {
  void queue.add(stamped("nbb.userConsent", "userConsent", { consentData }));
}
