import type { ConsentService } from "@/lib/api/types";
import { inBrowser } from "@/lib/remembered/shelf";
import { withdrawEvents } from "@/lib/api/withdraw-events";
import { grantedServices, keepDecision, trackingId, type Granted } from "./consent";
import { parseHistory, withDecision, type ConsentAction, type Entry } from "./history";
import { trackConsent } from "./track";

const historyKey = "kontor.consent.history";

/** A decision that says the same of every service. */
export const forAll = (services: ConsentService[], granted: boolean): Granted =>
  Object.fromEntries(services.map(({ serviceName }) => [serviceName, granted]));

/** What the visitor decided so far, oldest first. */
export const consentHistory = (): Entry[] => parseHistory(inBrowser.getItem(historyKey));

/**
 * Keeps a decision with its history, and tells the services that have consent then. Events that still wait for one that lost it
 * are taken back.
 */
export function decide(services: ConsentService[], decision: Granted, action: ConsentAction): void {
  const history = withDecision(consentHistory(), decision, action, Date.now());
  inBrowser.setItem(historyKey, JSON.stringify(history));
  const lost = grantedServices().filter((service) => !decision[service]);
  if (lost.length > 0) void withdrawEvents(trackingId(), lost).catch(() => undefined);
  keepDecision(decision);
  trackConsent(
    services.map(({ serviceName, templateId }) => ({
      serviceName,
      templateId,
      consentStatus: decision[serviceName] ?? false,
      consentHistory: history.filter((entry) => entry.serviceName === serviceName),
    })),
  );
}
