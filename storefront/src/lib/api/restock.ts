import { answer, api, inLanguage } from "./client";

/** Asks to be told that a product can be had again. ApiError 409 "restock_available" where it can be had already. */
export const askForRestock = (productId: number, email: string, lang: string) =>
  answer(api.POST("/api/restock/ask", { ...inLanguage(lang), body: { productId, email } }));

/** Confirms that by the token of the mailed link and gives the product; ApiError 422 "wrong_link". Again is the same. */
export const confirmRestock = (token: string, lang: string) =>
  answer(api.POST("/api/restock/confirm", { ...inLanguage(lang), body: { token } }));

/** Ends it by the same token; again does nothing. */
export const cancelRestock = (token: string) => answer(api.POST("/api/restock/cancel", { body: { token } }));
