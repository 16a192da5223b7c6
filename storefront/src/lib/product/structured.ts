import type { Crumb, Product } from "@/lib/api/types";
import { pathIn } from "@/lib/i18n/path";

const conditions: Record<string, string> = { refurbished: "RefurbishedCondition", used: "UsedCondition" };
const decimal = (minor: number) => (minor / 100).toFixed(2);

// A shop gives itself numbers that begin so (GS1: restricted circulation): they are nobody else's name for the product.
const ownNumber = /^(?:2\d{12}|0[24]\d{11}|[02]\d{7})$/;

/** What a search engine shows below a product's title. With the name: products of other names have the same highlights. */
export const describeProduct = ({ name, highlights }: Product) =>
  highlights.length > 0 ? `${name}: ${highlights.join(", ")}` : name;

const efficiency = (grade = "") =>
  `https://schema.org/EUEnergyEfficiencyCategory${grade.replace(/\++$/, (plus) => `${plus.length}Plus`)}`;

/** The class of energy efficiency, which the law wants beside the price, with the scale that it is of: "A-G", "A+++-D". */
function structuredEnergy({ class: grade, scale }: NonNullable<Product["energy"]>) {
  const [best, worst] = scale.split("-");
  return {
    "@type": "EnergyConsumptionDetails",
    hasEnergyEfficiencyCategory: efficiency(grade),
    energyEfficiencyScaleMin: efficiency(worst),
    energyEfficiencyScaleMax: efficiency(best),
  };
}

/** What a product costs to send, and how many working days until it leaves and on its way. */
function structuredShipping({ fee, handlingDays, minDays, maxDays }: NonNullable<Product["shipping"]>) {
  const days = (minValue: number, maxValue: number) => ({
    "@type": "QuantitativeValue",
    minValue,
    maxValue,
    unitCode: "DAY",
  });
  return {
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: decimal(fee.minor), currency: fee.currency },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
    ...(maxDays && {
      deliveryTime: {
        "@type": "ShippingDeliveryTime",
        handlingTime: days(handlingDays, handlingDays),
        transitTime: days(minDays ?? maxDays, maxDays),
      },
    }),
  };
}

/** How goods go back; days are those of the period to withdraw, none where there is no right to. */
function structuredReturn(days: number | undefined, origin: string, locale: string) {
  const policy = (category: string) => ({
    "@type": "MerchantReturnPolicy",
    applicableCountry: "DE",
    returnPolicyCategory: `https://schema.org/${category}`,
  });
  if (!days) return policy("MerchantReturnNotPermitted");
  return {
    ...policy("MerchantReturnFiniteReturnWindow"),
    merchantReturnDays: days,
    returnMethod: "https://schema.org/ReturnByMail",
    merchantReturnLink: origin + pathIn(locale, "/infocenter/section/revocation"),
  };
}

type Seller = { origin: string; withdrawalDays: number };

/**
 * A product for search engines, as schema.org has it. Without reviews there is no rating: an empty one is an error there. No price
 * has an end (priceValidUntil): the shop knows none.
 */
export function structuredProduct(product: Product, { origin, withdrawalDays }: Seller, locale: string) {
  const { rating, reviews } = product.reviews;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    sku: product.articleNumber,
    ...(product.ean && !ownNumber.test(product.ean) && { gtin: product.ean }),
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
      ...(product.shipping && { shippingDetails: structuredShipping(product.shipping) }),
      hasMerchantReturnPolicy: structuredReturn(product.withdrawal ? withdrawalDays : undefined, origin, locale),
    },
    ...(product.energy && { hasEnergyConsumptionDetails: structuredEnergy(product.energy) }),
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

type Shop = Seller & { name: string };

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
      hasMerchantReturnPolicy: structuredReturn(withdrawalDays, origin, locale),
    },
  };
}
