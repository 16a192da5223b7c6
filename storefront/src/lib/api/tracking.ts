import { api } from "./client";

type Event = { eventType: string; service: string; [field: string]: unknown };

/** Sends one event. The caller asks for consent first; a lost event is no error. */
export function sendEvent(kind: "add" | "nbb.scrolling" | "nbb.userConsent", event: Event): void {
  const body = { eventTime: new Date().toISOString(), url: window.location.href, ...event };
  void api.POST(`/api/tracking/${kind}`, { body }).catch(() => undefined);
}
