"use client";

import { sendEvent } from "@/lib/api/tracking";
import { analyticsService, readConsent } from "./consent";

/** An event that the analytics service may get. */
export type EventType = "addToCart" | "removeFromCart" | "externalRedirect" | "conversion" | "cto_interaction";

/** Sends an event if the visitor allowed the analytics service; else nothing leaves the browser. */
export function track(eventType: EventType, fields: Record<string, unknown>): void {
  if (readConsent()?.[analyticsService]) sendEvent("add", { eventType, service: analyticsService, ...fields });
}
