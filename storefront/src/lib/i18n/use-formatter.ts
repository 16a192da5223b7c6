import { createFormatter, useLocale, useTimeZone, type Locale } from "next-intl";

/**
 * next-intl's formatter for a language of the shop. English dates are those of a shop in Europe: "26 November 2026", as the
 * shop's mails and papers have it, and the clock to 24.
 */
export const formatterOf = (locale: Locale, timeZone?: string) =>
  createFormatter({ locale: locale === "en" ? ("en-GB" as Locale) : locale, timeZone });

/** The formatter for the page's language and the shop's time. */
export const useFormatter = () => formatterOf(useLocale(), useTimeZone());
