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

/**
 * How a page shows where somebody passes its address on; Next.js adds its title and description. path is the German one,
 * pictures are keys of images. No SVG is shown there, which every picture is but a photograph: the shop's mark stands for it.
 */
export function previewOf(shop: string, path: string, locale: string, pictures: string[] = []) {
  const photo = pictures.find((key) => key.startsWith("photo~"));
  return {
    openGraph: {
      type: "website" as const,
      siteName: shop,
      url: pathIn(locale, path),
      locale: territories[locale],
      images: [photo ? `/images/600/${photo}` : "/preview.png"],
    },
    twitter: { card: photo ? ("summary_large_image" as const) : ("summary" as const) },
  };
}
