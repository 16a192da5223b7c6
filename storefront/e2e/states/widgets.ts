import type { Page } from "@playwright/test";
import { expect, openPage } from "../support/shop";
import { answer, dialog, hang, header, message, type Visit } from "./state";

const notebooks = "/kategorie/notebooks?verfuegbar[]=1";

/** Presses a button of the footer, whose columns are folded on a phone. */
async function pressInFooter(page: Page, column: string, name: string): Promise<void> {
  const footer = page.getByRole("contentinfo");
  const folded = footer.getByRole("button", { name: column, expanded: false });
  if (await folded.isVisible()) await folded.click();
  await footer.getByRole("button", { name }).click();
}

const settings = (page: Page) => pressInFooter(page, "Rechtliches", "Cookie-Einstellungen");
const hearts = (page: Page) => page.locator("article button[data-action=add]");

const free = (page: Page) => page.getByRole("button", { name: / vergleichen$/ });
const compared = (page: Page) => page.getByRole("button", { name: / aus dem Vergleich nehmen$/ });

async function wish(page: Page, count: number): Promise<void> {
  await openPage(page, notebooks);
  for (let left = count; left > 0; left--) {
    const free = await hearts(page).count();
    const added = page.waitForResponse("**/wishlist/add");
    await hearts(page).first().click();
    await added;
    await expect(hearts(page)).toHaveCount(free - 1); // until then the first is the one that was pressed
  }
}

async function search(page: Page, term: string): Promise<void> {
  await openPage(page, "/");
  await page.getByRole("combobox", { name: "Produkte suchen" }).fill(term);
  await page.locator('[role="option"]').first().waitFor({ timeout: 5_000 });
}

/** Opens the filters where they are folded away, and those of a list. */
async function openFilters(page: Page, ...names: string[]): Promise<void> {
  await openPage(page, "/kategorie/notebooks");
  const folded = page.getByRole("button", { name: /^Filter$/ });
  if (await folded.isVisible()) await folded.click();
  const panel = page.getByRole("dialog").or(page.getByRole("complementary", { name: "Filter", exact: true }));
  for (const name of names) await panel.getByRole("button", { name, exact: true }).click();
}

/** What stands on many pages. */
export const widgets: Visit = {
  name: "widgets",
  states: [
    {
      name: "consent",
      over: "section.fixed",
      reach: async (page) => {
        await page.goto("/");
        await page.evaluate(() => window.localStorage.setItem("kontor.consent", "?"));
        await page.reload();
      },
    },
    {
      name: "consent-choice",
      over: dialog,
      reach: async (page) => {
        await openPage(page, "/");
        const asked = page.getByRole("region", { name: "Deine Privatsphäre" }); // since the state before
        await asked.getByRole("button", { name: "Alles ablehnen" }).click();
        await settings(page);
        await page.getByRole("button", { name: "Alles erlauben" }).click();
        await settings(page);
        await page.getByText("Deine bisherigen Entscheidungen").click();
      },
    },
    {
      name: "categories",
      over: dialog,
      reach: async (page) => {
        await openPage(page, "/");
        await page.getByRole("button", { name: "Kategorien" }).click();
      },
    },
    {
      name: "categories-below",
      over: dialog,
      reach: async (page) => {
        await openPage(page, "/");
        await page.getByRole("button", { name: "Kategorien" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Monitore" }).click();
      },
    },
    { name: "suggestions", over: '[role="listbox"]', reach: (page) => search(page, "notebook") },
    { name: "suggestions-products", over: '[role="listbox"]', reach: (page) => search(page, "samsung odyssey") },
    {
      name: "suggestions-chosen",
      alike: true,
      over: '[role="listbox"]',
      reach: async (page) => {
        await search(page, "monitor");
        await page.keyboard.press("ArrowDown");
      },
    },
    {
      name: "chat",
      over: dialog,
      reach: async (page) => {
        await openPage(page, "/");
        await pressInFooter(page, "Service", "Chat mit dem Support");
      },
    },
    { name: "filters", over: dialog, only: "phone", reach: (page) => openFilters(page) },
    { name: "filters-open", over: '[role="dialog"], aside', reach: (page) => openFilters(page, "Hersteller", "Farbe") },
    {
      name: "filters-chosen",
      over: '[role="dialog"], aside',
      reach: async (page) => {
        await openFilters(page, "Hersteller");
        await page.getByRole("group", { name: "Hersteller" }).locator("label").first().click();
      },
    },
    {
      name: "filters-loading",
      over: '[role="dialog"], aside',
      reach: async (page) => {
        await openFilters(page, "Hersteller");
        await hang(page, "/category/filters/get");
        await page.getByRole("group", { name: "Hersteller" }).locator("label").first().click();
      },
    },
    {
      name: "wishlist",
      reach: async (page) => {
        await wish(page, 3);
        await openPage(page, "/merkzettel");
      },
    },
    {
      name: "wishlist-removed",
      reach: async (page) => {
        await openPage(page, "/merkzettel");
        await page.locator("article button[data-action]").nth(1).click();
        await page.getByRole("button", { name: /^Wieder hinzufügen/ }).waitFor();
      },
    },
    {
      name: "wishlist-popup",
      over: '[role="group"]',
      only: "desktop",
      reach: async (page) => {
        await openPage(page, "/");
        await page.getByRole("link", { name: /^Merkzettel, (?!kein)/ }).hover();
        await page.getByRole("group", { name: "Vorschau des Merkzettels" }).getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "wishlist-failed",
      alike: true,
      over: message,
      reach: async (page) => {
        await openPage(page, notebooks);
        await answer(page, "/wishlist/add", {}, 500);
        await hearts(page).first().click();
      },
    },
    {
      name: "wishlist-waiting",
      reach: async (page) => {
        await hang(page, "/wishlist");
        await page.goto("/merkzettel");
      },
    },
    {
      name: "comparison",
      reach: async (page) => {
        await openPage(page, "/kategorie/notebooks");
        for (let count = 1; count <= 4; count++) {
          await free(page).first().click();
          await expect(compared(page)).toHaveCount(count); // until then the first is the one that was pressed
        }
        await page.goto("/vergleich");
      },
    },
    {
      name: "comparison-full",
      alike: true,
      over: message,
      reach: async (page) => {
        await openPage(page, "/kategorie/notebooks");
        await expect(compared(page)).toHaveCount(4); // until then those in it are free as well
        await free(page).first().click();
      },
    },
    {
      name: "soft-login",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await header(page, { isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" });
        await openPage(page, "/");
        await page.getByRole("banner").getByRole("link", { name: "Mein Konto" }).click();
      },
    },
    {
      name: "partner",
      reach: async (page) => {
        await page.goto("/");
        await page.goto(page.url().replace(/\/\/[^:/]+/, "//grafik.localhost"));
      },
    },
  ],
};
