import { formatInteger } from "@/lib/i18n/number";

/** An amount of money: minor units (cents) and an ISO 4217 currency. Never a float. */
export type Money = { minor: number; currency: string };

/** Writes an amount as people read it: "1.299,00 €" in German, "€1,299.00" in English; both with two decimals. */
export function formatMoney(amount: Money, locale: string): string {
  const sign = amount.minor < 0 ? "-" : "";
  const minor = Math.abs(Math.round(amount.minor));
  const whole = formatInteger(Math.floor(minor / 100), locale);
  const cents = String(minor % 100).padStart(2, "0");
  const unit = amount.currency === "EUR" ? "€" : amount.currency;
  return locale === "en" ? `${sign}${unit}${whole}.${cents}` : `${sign}${whole},${cents}\u00a0${unit}`;
}

/** The whole percent by which price undercuts reference, rounded down; 0 when it does not. */
export function discountPercent(price: Money, reference: Money): number {
  if (reference.minor <= price.minor) return 0;
  return Math.floor(((reference.minor - price.minor) * 100) / reference.minor);
}
