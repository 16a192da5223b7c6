import type { CheckoutView, MethodView } from "@/lib/api/types";

/** What the provider's script gave the browser, to be sent along when buying. */
type ClientData = Record<string, string>;

/**
 * What the customer did at a method before buying: a card that was checked, a purchase that Klarna agreed to. finalize
 * takes the provider's last step, when the customer buys; it gives undefined when the customer turned back there.
 */
export type Prepared = { code: string; client: ClientData; finalize?: () => Promise<ClientData | undefined> };

/** A method's own part of the payment step. prepare gives undefined when the customer has to do something there first. */
export type PanelHandle = { prepare: () => Promise<Prepared | undefined> };

const preparing = new Set(["widget", "card_form"]);

/** Whether nothing is left to pay by a method, because vouchers pay for it all. No provider takes part in that. */
export function isFree({ totals }: Pick<CheckoutView, "totals">, method: Pick<MethodView, "fee">): boolean {
  return totals.total.minor - totals.fee.minor + method.fee.minor === 0;
}

/** Whether a method needs something done in the payment step. It is lost with the page, because it must not be kept. */
export function needsPreparation(view: Pick<CheckoutView, "totals">, method: MethodView | undefined): boolean {
  return method !== undefined && preparing.has(method.flow) && !isFree(view, method);
}

/** Whether only some browsers can pay by the method. What else a method needs, the server looks at. */
export function needsApplePay(method: Pick<MethodView, "needs">): boolean {
  return method.needs.includes("apple_pay_browser");
}

/** Whether this browser is one of them. */
export function canApplePay(): boolean {
  const session = typeof window === "undefined" ? undefined : window.ApplePaySession;
  try {
    return session?.canMakePayments() ?? false;
  } catch {
    return false; // Safari throws on a page that is not secure
  }
}
