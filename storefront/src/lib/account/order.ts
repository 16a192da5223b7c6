import { formatMoney } from "@/lib/money/format";

/** The span of orders that is shown first: the last six months. */
export const defaultSpan = "180";

const days = ["30", "180"];

/** What the list of orders can be filtered by: days first, then the years, the latest first. */
export function spansOf(filter: Record<string, string>): string[] {
  const years = Object.keys(filter).filter((key) => !days.includes(key));
  return [...days.filter((key) => key in filter), ...years.sort((a, b) => Number(b) - Number(a))];
}

/** Whether the customer has ordered at all: the filter has the years of it. */
export const hasOrdered = (filter: Record<string, string>): boolean =>
  Object.keys(filter).some((key) => !days.includes(key));

/** Whether an order may have this number. */
export const isOrderNumber = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** A price, which the server writes as German has it, in the page's language; "NaN" for a missing one. */
export function priceText(price: string | undefined, locale: string): string {
  if (!price) return "NaN";
  if (locale === "de") return `${price}\u00a0€`;
  return formatMoney({ minor: Number(price.replace(/[.,]/g, "")), currency: "EUR" }, locale);
}

/** An order's sum in the list, where nothing to pay is no sum either. */
export const sumText = (price: string | undefined, locale: string): string =>
  priceText(price === "0,00" ? undefined : price, locale);
