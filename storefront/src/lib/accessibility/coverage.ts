/**
 * What the automated tests look at for accessibility. The statement on the page is made of it, and
 * e2e/states.spec.ts fails when one of the pages is none of its states.
 */
export const checkedRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;

/** The pages, by the names of their states in e2e/states. */
export const checkedPages = [
  "home",
  "home-english",
  "category",
  "search",
  "imprint",
  "accessibility",
  "withdrawal",
  "not-found",
  "cart-empty",
  "wishlist-empty",
  "comparison-empty",
  "product",
  "cart",
  "checkout-login",
  "checkout-payment",
  "checkout-address",
  "checkout-confirmation",
  "checkout-shipping",
  "success",
  "login",
  "register",
  "overview",
  "order",
  "data",
  "addresses",
] as const;
