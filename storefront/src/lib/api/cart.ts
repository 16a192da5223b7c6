import { answer, api, inLanguage } from "./client";

/** What the header shows of the session; makes no session. */
export const fetchHeader = (lang: string) => answer(api.GET("/api/header_data", inLanguage(lang)));

/** The cart with its totals. */
export const fetchCart = (lang: string) => answer(api.GET("/api/cart", inLanguage(lang)));

/** What an empty cart shows, as HTML of the shop's own server. */
export const fetchEmptyCart = (lang: string) =>
  answer(api.GET("/cart/get-empty-cart-template/", { ...inLanguage(lang), parseAs: "text" }));

/** Puts quantity more of a product into the cart; maxQuantity in the answer says that the wish was cut. */
export const addToCart = (id: number, quantity: number, lang: string) =>
  answer(api.POST("/cart/add/", { ...inLanguage(lang), body: { id, quantity } }));

/** Sets a line's quantity; cut like addToCart. */
export const setQuantity = (id: number, quantity: number, lang: string) =>
  answer(api.POST("/cart/quantity/", { ...inLanguage(lang), body: { id, quantity } }));

/** Takes a product out of the cart; of one that is not there it changes nothing. */
export const removeFromCart = (id: number, lang: string) =>
  answer(api.POST("/cart/remove/", { ...inLanguage(lang), body: { id } }));

/** Takes quantity of a product out, in the header's popup. */
export const takeFromCart = (id: number, quantity: number, lang: string) =>
  answer(
    api.POST("/api/cart/remove/{quantity}", { ...inLanguage(lang), params: { path: { quantity } }, body: { id } }),
  );

/** Chooses a warranty extension for a line; 0 removes it. */
export const setWarranty = (id: number, warrantyId: number, lang: string) =>
  answer(api.POST("/cart/warranty/", { ...inLanguage(lang), body: { id, warrantyId } }));
