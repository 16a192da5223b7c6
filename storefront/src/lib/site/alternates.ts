import { pathIn } from "@/lib/i18n/path";
import { routing } from "@/lib/i18n/routing";

/** A page's own address in its language, and those of its other languages; path is the German one. */
export function alternatesOf(path: string, locale: string) {
  return {
    canonical: pathIn(locale, path),
    languages: {
      ...Object.fromEntries(routing.locales.map((one) => [one, pathIn(one, path)])),
      "x-default": pathIn(routing.defaultLocale, path),
    },
  };
}

const territories: Record<string, string> = { de: "de_DE", en: "en_GB" };

/** How a page shows where somebody passes its address on; Next.js adds its title and description. path is the German one. */
export function openGraphOf(shop: string, path: string, locale: string, images: string[] = []) {
  return {
    type: "website" as const,
    siteName: shop,
    url: pathIn(locale, path),
    locale: territories[locale],
    images,
  };
}
