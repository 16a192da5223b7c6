import { answer, api, inLanguage } from "./client";
import type { CardToken, PaymentSession, ProcessResult } from "./types";

/** Opens the session of a method's widget, card form or wallet, or brings the open one up to date. */
export const openPaymentSession = (
  paymentCode: string,
  lang: string,
  client: Record<string, string> = {},
): Promise<PaymentSession> =>
  answer(api.POST("/api/checkout/payment-session", { ...inLanguage(lang), body: { paymentCode, client } }));

/** What the customer pays by and agreed to: total in cents as shown, and what the provider's script gave. */
type Purchase = { code: string; flow: string; total: number; client: Record<string, string> };

/**
 * Buys, by the call of the method's flow. A total that has changed is ApiError 409 checkout_total_changed, and nothing is
 * bought. Safe to repeat.
 */
export function buyBy({ code, flow, total, client }: Purchase, lang: string): Promise<ProcessResult> {
  const language = inLanguage(lang);
  switch (flow) {
    case "redirect":
      return answer(api.POST("/api/checkout/get-payment-redirect-url", { ...language, body: { total } }));
    case "form_post":
      return answer(api.POST("/api/checkout/init-consors-finance", { ...language, body: { total } }));
    case "widget":
      return answer(
        api.POST("/checkout/process-klarna", {
          ...language,
          body: {
            total,
            authorizationToken: client.authorization_token ?? "",
            paymentMethod: code === "klarnapaynow" ? "pay_now" : "pay_later",
          },
        }),
      );
    case "card_form":
      return answer(
        api.POST("/checkout/process-credit-card", {
          ...language,
          body: client.alias ? { total, alias: client.alias } : { total, card: client as CardToken },
        }),
      );
    default:
      return answer(api.POST("/api/checkout/process", { ...language, body: { total, client } }));
  }
}

/** What opens Apple Pay's sheet; with the address that the sheet names, also what proves the shop to it. */
export const fetchApplePay = (lang: string, validationUrl?: string) =>
  answer(api.GET("/kasse/applepay/init", { ...inLanguage(lang), params: { query: { validationUrl } } }));

const needless = new Set([
  "administrativeArea",
  "subAdministrativeArea",
  "subLocality",
  "phoneticGivenName",
  "phoneticFamilyName",
]);

/** Buys with what the sheet gave, less the contact fields that the shop has no use for. */
export const processApplePay = (payment: object, total: number, lang: string) =>
  answer(
    api.POST("/kasse/applepay/process", {
      ...inLanguage(lang),
      body: {
        total,
        payment: JSON.parse(JSON.stringify(payment), (key, value: unknown) =>
          needless.has(key) ? undefined : value,
        ) as Record<string, unknown>,
      },
    }),
  );

/** What Amazon's button in the checkout needs. */
export const fetchAmazonButton = (lang: string) =>
  answer(api.POST("/api/checkout/get-amazon-additional-payment-button-payload", inLanguage(lang)));

/** Buys in an express checkout of Amazon Pay; the answer leads to Amazon for the customer's word. */
export const processAmazonExpress = (total: number, lang: string) =>
  answer(api.POST("/checkout/process-amazon-pay-express", { ...inLanguage(lang), body: { total } }));

/** The express buttons of cart and checkout. */
export const fetchExpressPayments = (lang: string) =>
  answer(api.POST("/cart/express-payments", inLanguage(lang))).then(({ expressPaymentsList }) => expressPaymentsList);

/** Begins an express checkout: an address to go to, or what the provider's button needs. */
export const initExpress = (code: "paypal" | "amazonpay", lang: string) =>
  answer(api.POST(code === "paypal" ? "/kasse/paypal/init" : "/api/amazonpay/init", inLanguage(lang)));
