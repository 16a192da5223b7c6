import { defineRouting } from "next-intl/routing";

/** German at the root, English under /en. The address alone decides the language, so that pages can be cached. */
export const routing = defineRouting({
  locales: ["de", "en"],
  defaultLocale: "de",
  localePrefix: "as-needed",
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
});

/** A language of the shop. */
export type Locale = (typeof routing.locales)[number];
