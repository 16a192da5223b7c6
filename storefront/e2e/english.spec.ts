import { germanIn } from "./support/language";
import { expect, openPage, test } from "./support/shop";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: "en-GB" });

test("from the home page to the checkout and back, an English visitor with a phone reads English alone", async ({
  page,
}) => {
  const english = async (where: string) => {
    await page.waitForLoadState("networkidle");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect.soft(await germanIn(page), where).toEqual([]);
  };
  await openPage(page, "/en");
  await english("home");
  await page.getByRole("button", { name: "Categories" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Monitors" }).click();
  const level = page.getByRole("dialog", { name: "Monitors" });
  await expect(level.getByRole("link", { name: "Show all" })).toBeVisible();
  await english("categories");
  await level.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL(/\/en\/kategorie\/monitore$/);
  await english("listing");
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Apply filters/ })).toBeVisible();
  await english("filters");
  await page.keyboard.press("Escape");
  await page.locator("article", { hasText: "In stock" }).first().locator("h3 a").click();
  await expect(page).toHaveURL(/\/en\/produkt\//);
  await english("product");
  await page.getByRole("button", { name: "Add to cart", exact: true }).first().click();
  await expect(page.getByText("is in your cart")).toBeVisible();
  await english("added");
  await page.getByRole("link", { name: "Cart, one product" }).click();
  await expect(page).toHaveURL(/\/en\/warenkorb$/);
  await english("cart");
  await page.getByRole("link", { name: "To the checkout" }).locator("visible=true").first().click();
  await expect(page.getByLabel("E-mail address").first()).toBeVisible();
  await expect(page).toHaveURL(/\/en\/kasse/);
  await english("checkout");
  const email = page.getByRole("textbox", { name: "E-mail address" }).first();
  await email.fill("kim@");
  await email.blur();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await english("a wrong address");
  await page.goBack();
  await expect(page.getByRole("link", { name: "Cart, one product" })).toBeVisible();
  await english("back in the cart");
});

test("who changes the language on a phone keeps filters and order", async ({ page }) => {
  const query = "?preis_max=900&preis_slid=1&preis=slider&sortListing=price_desc";
  await openPage(page, `/kategorie/notebooks${query}`);
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveURL(`/en/kategorie/notebooks${query}`);
  await expect(page.getByRole("button", { name: "Filters (1 selected" })).toBeVisible();
});

test("German pages have no prefix, and whoever writes one comes to the page", async ({ page }) => {
  for (const [from, to] of [
    ["/de", "/"],
    ["/de?utm_source=x", "/?utm_source=x"],
    ["/de/kategorie/monitore?page=2", "/kategorie/monitore?page=2"],
  ] as const) {
    const answer = await page.request.get(from, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]], from).toEqual([308, to]);
  }
});
