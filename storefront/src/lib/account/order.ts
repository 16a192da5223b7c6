/** The span of orders that is shown first: the last six months. */
export const defaultSpan = "180";

const days = ["30", "180"];

/** What the list of orders can be filtered by: days first, then the years, the latest first. */
export function spansOf(filter: Record<string, string>): string[] {
  const years = Object.keys(filter).filter((key) => !days.includes(key));
  return [...days.filter((key) => key in filter), ...years.sort((a, b) => Number(b) - Number(a))];
}

/** A price as the server writes it with its currency; "NaN" for a missing one. */
export const priceText = (price: string | undefined): string => (price ? `${price} €` : "NaN");

/** An order's sum in the list, where nothing to pay is no sum either. */
export const sumText = (price: string | undefined): string => priceText(price === "0,00" ? undefined : price);

/** How the day of an order is written: 21.11.2026. */
export const dayFormat = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
