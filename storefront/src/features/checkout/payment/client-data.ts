import type { CheckoutView } from "@/lib/api/types";
import { payByApple } from "./apple-pay";
import type { ClientData, Prepared } from "./prepared";

/**
 * What goes along with the purchase: what the payment step prepared, the provider's last step, or what a wallet gives when
 * the customer agrees in its sheet. Undefined when the customer turned back. Call it from the click on the button: browsers
 * open a wallet for a click only.
 */
export async function clientDataOf(
  flow: string,
  view: CheckoutView,
  prepared: Prepared | undefined,
  locale: string,
): Promise<ClientData | undefined> {
  if (view.payment.selected === "applepay") return payByApple(view, locale);
  if (prepared?.code !== view.payment.selected) return {};
  return prepared?.finalize ? prepared.finalize() : (prepared?.client ?? {});
}
