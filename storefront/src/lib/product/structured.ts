import type { Crumb, Product } from "@/lib/api/types";
import { pathIn } from "@/lib/i18n/path";

const conditions: Record<string, string> = { refurbished: "RefurbishedCondition", used: "UsedCondition" };
const decimal = (minor: number) => (minor / 100).toFixed(2);

/** A product for search engines, as schema.org has it. Without reviews there is no rating: an empty one is an error there. */
export function structuredProduct(product: Product, origin: string, locale: string) {
  const { rating, reviews } = product.reviews;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    sku: product.articleNumber,
    ...(product.ean && { gtin: product.ean }),
    brand: { "@type": "Brand", name: product.manufacturer },
    description: product.description || product.highlights.join(", "),
    image: product.images.map(({ key }) => `${origin}/images/600/${key}`),
    offers: {
      "@type": "Offer",
      url: origin + pathIn(locale, `/produkt/${product.slug}`),
      price: decimal(product.prices.price.minor),
      priceCurrency: product.prices.price.currency,
      availability: `https://schema.org/${product.availability.state === "none" ? "OutOfStock" : "InStock"}`,
      itemCondition: `https://schema.org/${conditions[product.condition] ?? "NewCondition"}`,
    },
    ...(rating.count > 0 && {
      aggregateRating: { "@type": "AggregateRating", ratingValue: rating.tenths / 10, reviewCount: rating.count },
      review: reviews.map((review) => ({
        "@type": "Review",
        author: { "@type": "Person", name: review.author },
        datePublished: review.writtenAt.slice(0, 10),
        name: review.title,
        reviewBody: review.text,
        reviewRating: { "@type": "Rating", ratingValue: review.stars },
      })),
    }),
  };
}

/** Where a page stands among the categories, as schema.org has it; the last crumb is the page itself. */
export function structuredPath(crumbs: Crumb[], origin: string, locale: string) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + pathIn(locale, url),
    })),
  };
}

type Shop = { name: string; origin: string; withdrawalDays: number };

/** The shop itself, as schema.org has it: what its site is called in the language of the home page, and how its goods go back. */
export function structuredSite({ name, origin, withdrawalDays }: Shop, locale: string) {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name,
    url: origin + pathIn(locale, "/"),
    inLanguage: locale,
    publisher: {
      "@type": "OnlineStore",
      name,
      url: `${origin}/`,
      logo: `${origin}/icon.svg`,
      hasMerchantReturnPolicy: {
        "@type": "MerchantReturnPolicy",
        applicableCountry: "DE",
        returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
        merchantReturnDays: withdrawalDays,
        returnMethod: "https://schema.org/ReturnByMail",
        merchantReturnLink: origin + pathIn(locale, "/infocenter/section/revocation"),
      },
    },
  };
}
