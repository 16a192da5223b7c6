import { buyBy, fetchAmazonButton, openPaymentSession, processAmazonExpress } from "@/lib/api/payment";
import type { CheckoutView, ProcessResult } from "@/lib/api/types";
import { goToAmazon } from "@/lib/checkout/amazon-pay";
import { payByApple, prepareApplePay } from "./apple-pay";
import type { Prepared } from "./prepared";

/**
 * How a purchase went on: the server's answer, "leaving" when the browser is on its way to the provider, "changed" when the
 * customer agreed to something else at the provider and has to agree again.
 */
export type Purchased = ProcessResult | "leaving" | "changed" | undefined;

type Sheet = Awaited<ReturnType<typeof prepareApplePay>>;

/**
 * Buys by the chosen method: with what the payment step prepared, the provider's last step, or a wallet. Undefined when the
 * customer turned back at the provider. Where vouchers pay for all of it, no provider takes part. Call it from the click on the
 * button.
 */
export async function purchase(
  view: CheckoutView,
  prepared: Prepared | undefined,
  sheet: Sheet | undefined,
  locale: string,
): Promise<Purchased> {
  const code = view.payment.selected ?? "";
  const shown = shownIn(view);
  if (view.totals.total.minor === 0) return buyBy({ code, flow: "", shown, client: {} }, locale);
  if (code === "applepay") return payByApple(sheet ?? (await prepareApplePay(locale)), shown, locale);
  if (code === "amazonpay") return byAmazon(view, locale);
  const flow = view.payment.methods.find((method) => method.code === code)?.flow ?? "";
  if (flow === "widget" && (await openPaymentSession(code, locale)).client?.changed === "true") return "changed";
  const client = prepared?.code === code ? await (prepared.finalize?.() ?? prepared.client) : {};
  return client && buyBy({ code, flow, shown, client }, locale);
}

const shownIn = (view: CheckoutView) => ({ total: view.totals.total.minor, revision: view.revision });

async function byAmazon(view: CheckoutView, locale: string): Promise<Purchased> {
  if (view.checkoutType === "expressAmazonPayCheckoutInit") return processAmazonExpress(shownIn(view), locale);
  const button = await fetchAmazonButton(locale);
  await goToAmazon(button.client ?? {});
  return "leaving";
}
