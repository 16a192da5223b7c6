import type { CheckoutView, MethodView } from "@/lib/api/types";

const shown = [
  "creditcard",
  "saferpaycreditcard",
  "paypal",
  "paydirekt",
  "santanderfinanz",
  "commerzfinanz",
  "klarnapaylater",
  "klarnapaynow",
  "applepay",
  "amazonpay",
];

type Chosen = {
  checkoutType: CheckoutView["checkoutType"];
  payment: { selected?: string; methods: Pick<MethodView, "code" | "title">[] };
};

/**
 * The title of the chosen method where the order's summary names it: cards, PayPal, financing, pay later, Apple Pay and
 * Amazon Pay. An express checkout began with its provider, so that it needs no telling.
 */
export function summaryPayment({ checkoutType, payment }: Chosen): string | undefined {
  if (checkoutType.startsWith("express") || !shown.includes(payment.selected ?? "")) return undefined;
  return payment.methods.find(({ code }) => code === payment.selected)?.title;
}
