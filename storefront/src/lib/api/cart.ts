import { get, post } from "./http";
import type { Cart, CartResponse, HeaderData } from "./types";

/** What the header shows of the session; makes no session. */
export const fetchHeader = (lang: string) => get<HeaderData>("/api/header_data", lang);

/** The cart with its totals. */
export const fetchCart = (lang: string) => get<Cart>("/api/cart", lang);

/** Puts quantity more of a product into the cart; maxQuantity in the answer says that the wish was cut. */
export const addToCart = (id: number, quantity: number, lang: string) =>
  post<CartResponse>("/cart/add/", lang, { id, quantity });

/** Sets a line's quantity; cut like addToCart. */
export const setQuantity = (id: number, quantity: number, lang: string) =>
  post<CartResponse>("/cart/quantity/", lang, { id, quantity });

/** Takes a product out of the cart; of one that is not there it changes nothing. */
export const removeFromCart = (id: number, lang: string) => post<CartResponse>("/cart/remove/", lang, { id });

/** Chooses a warranty extension for a line; 0 removes it. */
export const setWarranty = (id: number, warrantyId: number, lang: string) =>
  post<CartResponse>("/cart/warranty/", lang, { id, warrantyId });
