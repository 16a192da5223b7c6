import { answer, api, inLanguage } from "./client";

/** The wishlist, the newest first; makes no session. */
export const fetchWishlist = (lang: string) =>
  answer(api.GET("/wishlist", inLanguage(lang))).then(({ wishlist }) => wishlist);

/** Puts a product on the wishlist; again changes nothing. */
export const addWish = (productId: number, lang: string) =>
  answer(api.POST("/wishlist/add", { ...inLanguage(lang), body: { productId } }));

/** Takes a product off the wishlist; of one that is not there it changes nothing. */
export const deleteWish = (productId: number, lang: string) =>
  answer(api.POST("/wishlist/delete", { ...inLanguage(lang), body: { productId } }));

/** Moves what can be bought into the cart, one of each; left in the answer is what stays. */
export const moveWishlist = (lang: string) => answer(api.POST("/wishlist/move-all-to-cart", inLanguage(lang)));

/** The products that the visitor looked at, as HTML cards of the shop's own server. */
export const fetchLastSeen = (lang: string) => answer(api.GET("/api/last-seen-products", inLanguage(lang)));

/** The products that the visitor compares, side by side. */
export const fetchComparison = (lang: string) => answer(api.GET("/api/comparison", inLanguage(lang)));
