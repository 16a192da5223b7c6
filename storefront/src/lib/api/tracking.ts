import { answer, api, inLanguage } from "./client";

/** The calls that take events. */
export type EventKind = "add" | "nbb.scrolling" | "nbb.userConsent";

/** One event; further fields are those of its type. */
export type TrackedEvent = { eventType: string; services: string[]; [field: string]: unknown };

/** Sends one event. Throws when it was not taken. The page may be going away while it is sent. */
export const sendEvent = (kind: EventKind, event: TrackedEvent) =>
  answer(api.POST(`/api/tracking/${kind}`, { body: event, keepalive: true }));

/** The services that a visitor is asked about. */
export const fetchServices = (lang: string) =>
  answer(api.GET("/api/tracking/services", inLanguage(lang))).then(({ services }) => services);
