import { answer, api, inLanguage } from "./client";
import type { CardToken, PaymentSession, ProcessResult } from "./types";

/** Opens the session of a method's widget, card form or wallet, or brings the open one up to date. */
export const openPaymentSession = (
  paymentCode: string,
  lang: string,
  client: Record<string, string> = {},
): Promise<PaymentSession> =>
  answer(api.POST("/api/checkout/payment-session", { ...inLanguage(lang), body: { paymentCode, client } }));

/** What the customer agreed to: the total in cents, and the revision of the checkout that was shown. */
export type Shown = { total: number; revision: string };

/** What the customer pays by and agreed to, and what the provider's script gave. */
type Purchase = { code: string; flow: string; shown: Shown; client: Record<string, string> };

/**
 * Buys, by the call of the method's flow. A checkout that has changed is ApiError 409 checkout_total_changed or
 * checkout_changed, and nothing is bought. Safe to repeat.
 */
export function buyBy({ code, flow, shown, client }: Purchase, lang: string): Promise<ProcessResult> {
  const language = inLanguage(lang);
  switch (flow) {
    case "redirect":
      return answer(api.POST("/api/checkout/get-payment-redirect-url", { ...language, body: shown }));
    case "form_post":
      return answer(api.POST("/api/checkout/init-consors-finance", { ...language, body: shown }));
    case "widget":
      return answer(
        api.POST("/checkout/process-klarna", {
          ...language,
          body: {
            ...shown,
            authorizationToken: client.authorization_token ?? "",
            paymentMethod: code === "klarnapaynow" ? "pay_now" : "pay_later",
          },
        }),
      );
    case "card_form":
      return answer(
        api.POST("/checkout/process-credit-card", {
          ...language,
          body: client.alias ? { ...shown, alias: client.alias } : { ...shown, card: client as CardToken },
        }),
      );
    default:
      return answer(api.POST("/api/checkout/process", { ...language, body: { ...shown, client } }));
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
export const processApplePay = (payment: object, shown: Shown, lang: string) =>
  answer(
    api.POST("/kasse/applepay/process", {
      ...inLanguage(lang),
      body: {
        ...shown,
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
export const processAmazonExpress = (shown: Shown, lang: string) =>
  answer(api.POST("/checkout/process-amazon-pay-express", { ...inLanguage(lang), body: shown }));

/** The express buttons of cart and checkout. */
export const fetchExpressPayments = (lang: string) =>
  answer(api.POST("/cart/express-payments", inLanguage(lang))).then(({ expressPaymentsList }) => expressPaymentsList);

/** Begins an express checkout: an address to go to, or what the provider's button needs. */
export const initExpress = (code: "paypal" | "amazonpay", lang: string) =>
  answer(api.POST(code === "paypal" ? "/kasse/paypal/init" : "/api/amazonpay/init", inLanguage(lang)));
