import type { Page } from "@playwright/test";
import { addToCart, expect, openFound, openNotebook } from "../support/shop";
import { answer, at, dialog, message, type Visit } from "./state";

type Listing = { cards: { slug: string; available: boolean }[] };

/** The cards of a category, page after page. */
async function* cardsOf(page: Page, category: string) {
  for (let number = 1; ; number++) {
    const answered = await page.request.get(`/api/category/${category}?page=${number}`);
    const { cards } = (await answered.json()) as Listing;
    expect(cards, "one is as asked for").not.toEqual([]);
    yield* cards;
  }
}

/** Opens the best selling graphics card that cannot be delivered, on whatever page of the listing it stands. */
export async function openSoldOut(page: Page): Promise<void> {
  for await (const { slug, available } of cardsOf(page, "grafikkarten"))
    if (!available) return void (await page.goto(`/produkt/${slug}`));
}

/** Opens the best selling notebook that comes with other things in its pack. */
async function openBundle(page: Page): Promise<void> {
  for await (const { slug } of cardsOf(page, "notebooks")) {
    const answered = await page.request.get(`/api/product/${slug}`);
    const { hasBundle } = (await answered.json()) as { hasBundle: boolean };
    if (!hasBundle) continue;
    await page.goto(`/produkt/${slug}`);
    return expect(page.getByText("Im Paket dabei, ohne Aufpreis")).toBeVisible();
  }
}

/** The page of a product, and what opens over it. */
export const product: Visit = {
  name: "product",
  states: [
    { name: "product", reach: openNotebook },
    { name: "product-label", reach: (page) => openFound(page, "Gaming-Monitor") },
    {
      name: "label",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await openFound(page, "Gaming-Monitor");
        await page
          .getByRole("button", { name: /^Energieeffizienzklasse/ })
          .first()
          .click();
      },
    },
    { name: "product-reduced", reach: (page) => openFound(page, "Corsair SF750 (2024)") },
    {
      name: "guarantee",
      alike: true,
      over: "[data-guarantee] img",
      reach: async (page) => {
        await openFound(page, "Corsair SF750 (2024)");
        await page.locator("[data-guarantee] summary").first().click();
      },
    },
    { name: "product-bundle", reach: openBundle },
    { name: "product-refurbished", reach: (page) => openFound(page, "generalüberholt") },
    { name: "product-sold-out", reach: openSoldOut },
    {
      name: "pictures",
      over: dialog,
      reach: async (page) => {
        await openNotebook(page);
        await page.getByRole("button", { name: "Bild vergrößern" }).click();
      },
    },
    {
      name: "review",
      over: dialog,
      reach: async (page) => {
        await openNotebook(page);
        await page.getByRole("button", { name: "Bewertung schreiben" }).click();
      },
    },
    {
      name: "review-errors",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await openNotebook(page);
        await page.getByRole("button", { name: "Bewertung schreiben" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Absenden" }).click();
      },
    },
    {
      name: "added",
      alike: true,
      over: message,
      reach: async (page) => {
        await openNotebook(page);
        await addToCart(page);
      },
    },
    {
      name: "add-failed",
      alike: true,
      over: message,
      reach: async (page) => {
        await openNotebook(page);
        await answer(page, "/cart/add/", { error: { code: "internal", reason: "internal" } }, 500);
        await page.getByRole("button", { name: "In den Warenkorb", exact: true }).first().click();
      },
    },
    at("home-last-seen", "/"),
  ],
};
