import { answer, api, inLanguage } from "./client";
import type { WithdrawalRequest } from "./types";

/**
 * What the withdrawal page starts with; only a customer with a full login, or who has the link of an order, finds anything filled in.
 */
export const fetchWithdrawalForm = (lang: string, order: number, token: string) =>
  answer(api.GET("/api/withdrawal", { ...inLanguage(lang), params: { query: { order, token } } }));

/** Withdraws from a contract. The answer is the same whether there is such an order or not. */
export const withdraw = (body: WithdrawalRequest, lang: string) =>
  answer(api.POST("/api/withdrawal", { ...inLanguage(lang), body }));
