import { expect, it } from "vitest";
import { summaryPayment } from "./summary-payment";

const choosing = (selected: string, checkoutType = "guest") => ({
  checkoutType: checkoutType as "guest",
  payment: { selected, methods: [{ code: selected, title: `by ${selected}` }] },
});

it.each(["creditcard", "paypal", "commerzfinanz", "santanderfinanz", "klarnapaynow", "applepay", "amazonpay"])(
  "names %s",
  (code) => expect(summaryPayment(choosing(code))).toBe(`by ${code}`),
);

it.each(["moneyorder", "cod", "cashec", "invoice", "aiia", "mondupaylaterhp", ""])("does not name %s", (code) =>
  expect(summaryPayment(choosing(code))).toBeUndefined(),
);

it("does not name it in an express checkout", () => {
  expect(summaryPayment(choosing("paypal", "expressPayPalCheckout"))).toBeUndefined();
  expect(summaryPayment(choosing("amazonpay", "expressAmazonPayCheckoutInit"))).toBeUndefined();
});
