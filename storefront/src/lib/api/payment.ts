import { answer, api, inLanguage } from "./client";
import type { PaymentSession, ProcessResult } from "./types";

/** Opens the session of a method's widget, card form or wallet, or brings the open one up to date. */
export const openPaymentSession = (
  paymentCode: string,
  lang: string,
  client: Record<string, string> = {},
): Promise<PaymentSession> =>
  answer(api.POST("/api/checkout/payment-session", { ...inLanguage(lang), body: { paymentCode, client } }));

/** What the customer pays by and agreed to: total in cents as shown, and what the provider's script gave. */
export type Purchase = { code: string; flow: string; total: number; client: Record<string, string> };

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
    default:
      return answer(api.POST("/api/checkout/process", { ...language, body: { total, client } }));
  }
}
