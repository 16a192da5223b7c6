import { expect, test, type Page } from "@playwright/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const entries = (page: Page) => page.evaluate(() => window.history.length);

/** Begins at the home page and goes to a listing, so that there is a page to go back to. */
async function openListing(page: Page) {
  await page.goto("/");
  await page.goto("/kategorie/notebooks");
}

test("back closes the filters and leaves the page where it is, however they are opened and closed", async ({
  page,
}) => {
  await openListing(page);
  await page.evaluate(() => window.scrollTo(0, 120));
  const before = await entries(page);
  const open = page.getByRole("button", { name: /^Filter/ });
  const sheet = page.getByRole("dialog");
  await open.click();
  await expect(sheet).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("_rsc=") && asked.push(request.url()));
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/kategorie/notebooks");
  expect(await page.evaluate(() => window.scrollY)).toBe(120);
  await expect(open).toBeFocused();
  for (const close of ["Schließen", "Escape"]) {
    await open.click();
    await expect(sheet).toBeVisible();
    if (close === "Escape") await page.keyboard.press(close);
    else await sheet.getByRole("button", { name: close }).click();
    await expect(sheet).toBeHidden();
    await expect.poll(() => page.evaluate(() => (window.history.state as { over?: number }).over)).toBeUndefined();
  }
  expect(asked, "the page is not read anew").toEqual([]);
  expect(await entries(page)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("what is applied in a sheet is one step, and back from it leads to the listing", async ({ page }) => {
  await openListing(page);
  await page.getByRole("button", { name: /^Filter/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Gaming-Notebooks").click();
  await sheet.getByRole("button", { name: /übernehmen/ }).click();
  await expect(page).toHaveURL(/kategorie=/);
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 }), "the sheet's button is gone").toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/kategorie/notebooks");
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("a category chosen in the menu is one step, and back closes the menu and the picture", async ({ page }) => {
  await openListing(page);
  const menu = page.getByRole("button", { name: "Kategorien" });
  const sheet = page.getByRole("dialog");
  await menu.click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await menu.click();
  await sheet.getByRole("button", { name: "Notebooks" }).click();
  await sheet.getByRole("link", { name: "Ultrabooks" }).click();
  await expect(page).toHaveURL("/kategorie/ultrabooks");
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  const product = page.url();
  await page
    .getByRole("button", { name: /vergrößern|Vergrößer/i })
    .first()
    .click();
  const picture = page.locator(".yarl__portal");
  await expect(picture).toBeVisible();
  await page.goBack();
  await expect(picture).toBeHidden();
  await expect(page).toHaveURL(product);
  await page.goBack();
  await expect(page).toHaveURL("/kategorie/ultrabooks");
  await page.goBack();
  await expect(page).toHaveURL("/kategorie/notebooks");
});
