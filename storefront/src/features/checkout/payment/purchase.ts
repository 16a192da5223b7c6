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
  const flow = flowOf(view);
  if (flow === "widget" && (await agreedToAnother(code, locale))) return "changed";
  const client = prepared?.code === code ? await (prepared.finalize?.() ?? prepared.client) : {};
  return client && buyBy({ code, flow, shown, client }, locale);
}

/** Whether the customer has to agree once more, because a change came after it. Where the provider cannot be asked now, the button asks. */
export async function hasToAgreeAgain(view: CheckoutView, locale: string): Promise<boolean> {
  if (view.totals.total.minor === 0 || flowOf(view) !== "widget") return false;
  return agreedToAnother(view.payment.selected ?? "", locale).catch(() => false);
}

// The provider is told what is bought now, and so tells once only that it knew of something else.
async function agreedToAnother(code: string, locale: string): Promise<boolean> {
  return (await openPaymentSession(code, locale)).client?.changed === "true";
}

function flowOf({ payment }: CheckoutView): string {
  return payment.methods.find(({ code }) => code === payment.selected)?.flow ?? "";
}

const shownIn = (view: CheckoutView) => ({ total: view.totals.total.minor, revision: view.revision });

async function byAmazon(view: CheckoutView, locale: string): Promise<Purchased> {
  if (view.checkoutType === "expressAmazonPayCheckoutInit") return processAmazonExpress(shownIn(view), locale);
  const button = await fetchAmazonButton(locale);
  await goToAmazon(button.client ?? {});
  return "leaving";
}
