import { post } from "./http";

/** Sends one event. The caller asks for consent first; a lost event is no error. */
export function sendEvent(kind: "add" | "nbb.scrolling" | "nbb.userConsent", event: Record<string, unknown>): void {
  const body = { eventTime: new Date().toISOString(), url: window.location.href, ...event };
  void post(`/api/tracking/${kind}`, document.documentElement.lang, body).catch(() => undefined);
}
