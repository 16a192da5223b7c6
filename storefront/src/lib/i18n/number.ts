/**
 * Writes a whole number as people read it: "16.222" in German, "16,222" in English.
 *
 * What pages show while React takes them over does not go through Intl: a browser's first Intl.NumberFormat holds the main
 * thread up for tens of milliseconds, on a phone for more than a hundred.
 */
export function formatInteger(value: number, locale: string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, locale === "en" ? "," : ".");
}

/** Writes tenths as people read them: 43 as "4,3" in German and "4.3" in English, 40 as "4". */
export function formatTenths(tenths: number, locale: string): string {
  const rest = tenths % 10;
  const whole = formatInteger((tenths - rest) / 10, locale);
  return rest === 0 ? whole : `${whole}${locale === "en" ? "." : ","}${rest}`;
}
