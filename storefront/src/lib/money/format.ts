/** An amount of money: minor units (cents) and an ISO 4217 currency. Never a float. */
export type Money = { minor: number; currency: string };

/** Writes an amount as people read it: "1.299,00 €" in German, "€1,299.00" in English. */
export function formatMoney(amount: Money, locale: string): string {
  return new Intl.NumberFormat(locale === "en" ? "en-IE" : "de-DE", {
    style: "currency",
    currency: amount.currency,
  }).format(amount.minor / 100);
}

/** The whole percent by which price undercuts reference, rounded down; 0 when it does not. */
export function discountPercent(price: Money, reference: Money): number {
  if (reference.minor <= price.minor) return 0;
  return Math.floor(((reference.minor - price.minor) * 100) / reference.minor);
}
