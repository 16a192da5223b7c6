/**
 * What the automated tests look at for accessibility. The statement on the page is made of it, and
 * e2e/accessibility.spec.ts fails when it does not look at exactly this.
 */
export const checkedRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] as const;

/** The pages, by the names that e2e/support/pages.ts visits them under. */
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
] as const;
