import type { Page } from "@playwright/test";
import { found } from "./support/axe";
import { addToCart, expect, openPage, test } from "./support/shop";

const scales = (page: Page, at: number) =>
  page
    .locator("article")
    .nth(at)
    .getByRole("button", { name: / (vergleichen|aus dem Vergleich nehmen)$/ });

/** Takes the first products of a listing into the comparison. */
async function compare(page: Page, count: number, listing = "/kategorie/notebooks"): Promise<void> {
  await openPage(page, listing);
  for (let at = 0; at < count; at++) {
    await scales(page, at).click();
    await expect(scales(page, at)).toHaveAccessibleName(/ aus dem Vergleich nehmen$/);
  }
}

test("products are compared side by side, four at most", async ({ page }) => {
  await compare(page, 4);
  await scales(page, 4).click();
  await expect(page.getByText("Du vergleichst schon 4 Produkte.")).toBeVisible();
  await page.getByRole("link", { name: "Vergleich (4 Produkte)" }).click();
  await expect(page).toHaveURL(/\/vergleich$/);
  const columns = page.getByRole("columnheader");
  await expect(columns).toHaveCount(4);
  const buttons = page.getByRole("button", { name: /in den Warenkorb legen$/ });
  const heights = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().y)); // at one moment
  expect(new Set(heights).size, "heights of the cart's buttons").toBe(1);
  const rows = page.getByRole("row");
  const all = await rows.count();
  await page.getByLabel("Nur Unterschiede anzeigen").check();
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await columns
    .first()
    .getByRole("button", { name: /aus dem Vergleich nehmen$/ })
    .press("Enter");
  await expect(columns).toHaveCount(3);
  await expect(page.locator("body"), "the keyboard stays in the comparison").not.toBeFocused();
  await page.reload();
  await expect(columns).toHaveCount(3);
});

test("comparison, product page and cart say of what is not new in which state it is", async ({ page }) => {
  await compare(page, 1, "/kategorie/notebooks?zustand[]=refurbished&verfuegbar[]=1");
  const state = page.getByRole("main").getByText("Generalüberholt", { exact: true });
  await page.getByRole("link", { name: "Vergleich (1 Produkt)" }).click();
  await expect(page).toHaveURL(/\/vergleich$/);
  await expect(state).toBeVisible();
  const product = page.getByRole("columnheader").getByRole("link").first();
  await product.click();
  await expect(page).toHaveURL(/\/produkt\//);
  await expect(state.first()).toBeVisible();
  await addToCart(page);
  await page.goto("/warenkorb");
  await expect(state).toBeVisible();
});

test("who presses before the page knows its lists gets what the button said", async ({ page }) => {
  await compare(page, 1);
  const heart = page
    .locator("article")
    .first()
    .getByRole("button", { name: /Merkzettel/ });
  await heart.click();
  await expect(heart).toHaveAccessibleName(/vom Merkzettel entfernen$/);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/header_data", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(scales(page, 0)).toHaveAccessibleName(/ vergleichen$/);
  await scales(page, 0).click();
  await expect(heart).toHaveAccessibleName(/auf den Merkzettel setzen$/);
  await heart.click();
  release();
  await expect(scales(page, 0)).toHaveAccessibleName(/ aus dem Vergleich nehmen$/);
  await expect(heart).toHaveAccessibleName(/vom Merkzettel entfernen$/);
  await page.reload();
  await expect(page.getByRole("link", { name: "Vergleich (1 Produkt)" })).toBeVisible();
});

test("axe finds nothing serious on the comparison, and it fits the page", async ({ page }) => {
  await compare(page, 3);
  await page.goto("/vergleich");
  await expect(page.getByRole("columnheader")).toHaveCount(3);
  expect(await found(page, "comparison")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const region = page.getByRole("region", { name: "Produktvergleich" });
    await region.evaluate((table) => table.scrollTo({ left: table.scrollWidth }));
    await region.getByRole("button").last().focus();
    for (let stop = 0; stop < 10; stop++) {
      await page.keyboard.press("Shift+Tab");
      const from = await region
        .locator("tbody th")
        .first()
        .evaluate((label) => label.getBoundingClientRect().right);
      const { x = 0 } = (await page.locator(":focus").boundingBox()) ?? {};
      expect.soft(x, `at ${width}, ${stop + 1} back: not under the labels, which stay`).toBeGreaterThanOrEqual(from);
    }
  }
});
