import { expect, it } from "vitest";
import type { Product } from "@/lib/api/types";
import { describeProduct, structuredPath, structuredProduct, structuredSite } from "./structured";

const product = {
  slug: "karte-1",
  name: "Karte",
  manufacturer: "Acme",
  articleNumber: "GK-1",
  ean: "",
  condition: "refurbished",
  description: "",
  highlights: ["8 GB", "leise"],
  prices: { price: { minor: 19905, currency: "EUR" } },
  images: [{ key: "karte~v1", alt: "" }],
  availability: { state: "none" },
  breadcrumb: [{ name: "Teile", url: "/kategorie/teile" }],
  reviews: { rating: { count: 0, tenths: 0, stars: [0, 0, 0, 0, 0] }, reviews: [], page: 1, pages: 1 },
} as unknown as Product;

const seller = { origin: "https://shop.example", withdrawalDays: 30 };

it("tells price, condition and availability, and no rating that there is not", () => {
  const data = structuredProduct(product, seller, "de");
  expect(data.offers).toMatchObject({
    url: "https://shop.example/produkt/karte-1",
    price: "199.05",
    priceCurrency: "EUR",
    availability: "https://schema.org/OutOfStock",
    itemCondition: "https://schema.org/RefurbishedCondition",
  });
  expect(data.image).toEqual(["https://shop.example/images/600/karte~v1"]);
  expect(data).not.toHaveProperty("aggregateRating");
  expect(data).not.toHaveProperty("gtin");
});

it("tells the number that makers give, and none that the shop gave itself", () => {
  const gtinOf = (ean: string) => structuredProduct({ ...product, ean }, seller, "de").gtin;
  for (const ean of ["4006381333931", "0012345678905", "40123455"]) expect(gtinOf(ean)).toBe(ean);
  for (const ean of ["2100047014980", "0212345678908", "0412345678902", "20123451", "02345673"])
    expect(gtinOf(ean), ean).toBeUndefined();
});

it("tells the class of energy efficiency with its scale", () => {
  const energyOf = (grade: string, scale: string) =>
    structuredProduct({ ...product, energy: { class: grade, scale, label: "", sheet: "", eprel: "" } }, seller, "de")
      .hasEnergyConsumptionDetails;
  const category = "https://schema.org/EUEnergyEfficiencyCategory";
  expect(energyOf("E", "A-G")).toEqual({
    "@type": "EnergyConsumptionDetails",
    hasEnergyEfficiencyCategory: `${category}E`,
    energyEfficiencyScaleMin: `${category}G`,
    energyEfficiencyScaleMax: `${category}A`,
  });
  expect(energyOf("A+", "A+++-D")).toMatchObject({
    hasEnergyEfficiencyCategory: `${category}A1Plus`,
    energyEfficiencyScaleMin: `${category}D`,
    energyEfficiencyScaleMax: `${category}A3Plus`,
  });
  expect(structuredProduct(product, seller, "de")).not.toHaveProperty("hasEnergyConsumptionDetails");
});

it("describes products of the same highlights each by its name, and one without highlights all the same", () => {
  expect(describeProduct(product)).toBe("Karte: 8 GB, leise");
  expect(describeProduct({ ...product, highlights: [] })).toBe("Karte");
});

it("tells the rating once somebody gave one", () => {
  const review = { author: "Kim", writtenAt: "2026-03-01T12:00:00Z", title: "Gut", text: "Leise.", stars: 4 };
  const rated = { ...product, reviews: { rating: { count: 3, tenths: 43, stars: [] }, reviews: [review] } };
  expect(structuredProduct(rated as unknown as Product, seller, "de")).toMatchObject({
    aggregateRating: { ratingValue: 4.3, reviewCount: 3 },
    review: [{ author: { name: "Kim" }, datePublished: "2026-03-01", reviewRating: { ratingValue: 4 } }],
  });
});

it("tells what sending costs and how long it takes, as far as the carrier says", () => {
  const shippingOf = (shipping?: Product["shipping"]) =>
    structuredProduct({ ...product, shipping } as Product, seller, "de").offers.shippingDetails;
  const fee = { minor: 499, currency: "EUR" };
  const days = { "@type": "QuantitativeValue", unitCode: "DAY" };
  expect(shippingOf({ fee, handlingDays: 1, minDays: 1, maxDays: 2 })).toEqual({
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: "4.99", currency: "EUR" },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: { ...days, minValue: 1, maxValue: 1 },
      transitTime: { ...days, minValue: 1, maxValue: 2 },
    },
  });
  expect(shippingOf({ fee: { minor: 0, currency: "EUR" }, handlingDays: 1 })).toEqual({
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: "0.00", currency: "EUR" },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
  });
  expect(shippingOf()).toBeUndefined();
});

it("tells how a product goes back, and of which there is no right to", () => {
  const policyOf = (withdrawal: boolean) =>
    structuredProduct({ ...product, withdrawal }, seller, "en").offers.hasMerchantReturnPolicy;
  expect(policyOf(true)).toEqual({
    "@type": "MerchantReturnPolicy",
    applicableCountry: "DE",
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: 30,
    returnMethod: "https://schema.org/ReturnByMail",
    merchantReturnLink: "https://shop.example/en/infocenter/section/revocation",
  });
  expect(policyOf(false)).toEqual({
    "@type": "MerchantReturnPolicy",
    applicableCountry: "DE",
    returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
  });
});

it("names a page by its address in the page's own language", () => {
  const path = [...product.breadcrumb, { name: "Karte", url: "/produkt/karte-1" }];
  const items = (locale: string) =>
    structuredPath(path, "https://shop.example", locale).itemListElement.map(({ position, item }) => [position, item]);
  expect(items("de")).toEqual([
    [1, "https://shop.example/kategorie/teile"],
    [2, "https://shop.example/produkt/karte-1"],
  ]);
  expect(items("en")).toEqual([
    [1, "https://shop.example/en/kategorie/teile"],
    [2, "https://shop.example/en/produkt/karte-1"],
  ]);
  const offer = { url: "https://shop.example/en/produkt/karte-1" };
  expect(structuredProduct(product, seller, "en").offers).toMatchObject(offer);
  const shop = { name: "Kontor", origin: "https://shop.example", withdrawalDays: 30 };
  expect(structuredSite(shop, "en")).toMatchObject({
    url: "https://shop.example/en",
    publisher: {
      hasMerchantReturnPolicy: {
        merchantReturnDays: 30,
        merchantReturnLink: "https://shop.example/en/infocenter/section/revocation",
      },
    },
  });
});
