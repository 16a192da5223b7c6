import { answer, api, inLanguage } from "./client";

/** Asks for the newsletter. The answer is the same whether the address gets it already. */
export const subscribe = (email: string, type: string, lang: string) =>
  answer(api.POST("/api/newsletter/subscribe", { ...inLanguage(lang), body: { email, type } }));

/** Confirms by the token of the mailed link. */
export const confirmNewsletter = (token: string) => answer(api.POST("/api/newsletter/confirm", { body: { token } }));

/** Unsubscribes by the token of a mail. */
export const unsubscribe = (token: string) => answer(api.POST("/api/newsletter/unsubscribe", { body: { token } }));

/** Asks for the link to unsubscribe; the answer is the same whether the address gets the newsletter. */
export const requestUnsubscribe = (email: string) =>
  answer(api.POST("/api/newsletter/unsubscribe/request", { body: { email } }));
