/**
 * Whose way of writing dates a language of the shop follows. English is that of a shop in Europe: "26 November 2026", as the
 * shop's mails and papers have it, and the clock to 24.
 */
export const writtenAs = (locale: string): string => (locale === "en" ? "en-GB" : locale);
