import type { Page } from "@playwright/test";
import { found } from "./support/axe";
import { expect, openPage, test } from "./support/shop";

const category = "/kategorie/notebooks?verfuegbar[]=1";

const heart = (page: Page, at: number) => page.locator("article button[data-action]").nth(at);

/** Puts the first cards of a listing on the wishlist. */
async function wish(page: Page, count: number): Promise<void> {
  await openPage(page, category);
  for (let at = 0; at < count; at++) {
    await heart(page, at).click();
    await expect(heart(page, at)).toHaveAttribute("data-action", "delete");
  }
}

function calls(page: Page, path: string): string[] {
  const list: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) list.push(request.method());
  });
  return list;
}

test("the heart adds and deletes in turn, on cards and on the product's page", async ({ page }) => {
  await openPage(page, category);
  await expect(page.getByRole("link", { name: "Merkzettel, kein Produkt" })).toBeVisible();
  await heart(page, 0).click();
  await expect(page.getByRole("link", { name: "Merkzettel, ein Produkt" })).toBeVisible();
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  const own = page.locator("main button[data-action]").first();
  await expect(own).toHaveAttribute("data-action", "delete");
  await own.click();
  await expect(page.getByRole("link", { name: "Merkzettel, kein Produkt" })).toBeVisible();
  await expect(own).toHaveAttribute("data-action", "add");
});

test("clicks while a call is under way do nothing", async ({ page }) => {
  const added = calls(page, "/wishlist/add");
  const deleted = calls(page, "/wishlist/delete");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/wishlist/add", async (route) => {
    await held;
    await route.continue();
  });
  await openPage(page, category);
  await heart(page, 0).click();
  await expect(heart(page, 0)).toHaveAttribute("aria-busy", "true");
  await heart(page, 0).click();
  await heart(page, 0).click();
  release();
  await expect(page.getByRole("link", { name: "Merkzettel, ein Produkt" })).toBeVisible();
  await heart(page, 1).click(); // what had waited behind the first call would have gone out before this one
  await expect(page.getByRole("link", { name: "Merkzettel, 2 Produkte" })).toBeVisible();
  expect([added, deleted]).toEqual([["POST", "POST"], []]);
});

test("what is taken off leaves a placeholder that restores it, by keyboard alone", async ({ page }) => {
  await wish(page, 2);
  await openPage(page, "/merkzettel");
  await expect(page.getByRole("heading", { name: "Dein Merkzettel (2)" })).toBeVisible();
  await heart(page, 0).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Artikel wurde vom Merkzettel entfernt.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dein Merkzettel (1)" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Wieder hinzufügen/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dein Merkzettel (2)" })).toBeVisible();
  await expect(heart(page, 0)).toBeFocused();
  await heart(page, 0).click();
  await heart(page, 0).click();
  await expect(page.getByRole("heading", { name: "Du hast keine gespeicherten Artikel." })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Jetzt stöbern" })).toBeVisible();
});

test("the whole wishlist moves into the cart", async ({ page }) => {
  await wish(page, 2);
  await openPage(page, "/merkzettel");
  await page.getByRole("button", { name: "Alle in den Warenkorb" }).press("Enter");
  await expect(page.getByText("Alle Produkte wurden zum Warenkorb hinzugefügt")).toBeVisible();
  const empty = page.getByRole("heading", { name: "Du hast keine gespeicherten Artikel." });
  await expect(empty).toBeVisible();
  await expect(page.locator(":focus").filter({ has: empty }), "the button is gone, the place is not").toHaveCount(1);
  await expect(page.getByRole("link", { name: "Warenkorb, 2 Produkte" })).toBeVisible();
});

test("a failed call tells it and leaves the heart as it was", async ({ page }) => {
  await page.route("**/wishlist/add", (route) => route.fulfill({ status: 500, json: {} }));
  await openPage(page, category);
  await heart(page, 0).click();
  await expect(page.getByText("Leider kam es zu einem Fehler. Bitte wende dich an unseren Support")).toBeVisible();
  await expect(heart(page, 0)).toHaveAttribute("data-action", "add");
  await page.route("**/wishlist", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/merkzettel");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Merkzettel");
});

test("the popup reads the wishlist when it opens, and again only after something was added", async ({ page }) => {
  await wish(page, 2);
  const read = calls(page, "/wishlist");
  const link = page.getByRole("link", { name: "Merkzettel, 2 Produkte" });
  const popup = page.getByRole("group", { name: "Vorschau des Merkzettels" });
  await link.hover();
  await expect(popup.getByRole("listitem")).toHaveCount(2);
  await popup
    .getByRole("button", { name: /entfernen$/ })
    .first()
    .click();
  await expect(popup.getByRole("listitem")).toHaveCount(1);
  const away = () => page.getByRole("heading", { level: 1 }).hover();
  await away();
  await expect(popup).toBeHidden();
  const one = page.getByRole("link", { name: "Merkzettel, ein Produkt" });
  await one.hover();
  await expect(popup.getByRole("listitem")).toHaveCount(1);
  expect(read).toHaveLength(1);
  await away();
  await expect(popup).toBeHidden();
  await heart(page, 3).click();
  await link.hover();
  await expect(popup.getByRole("listitem")).toHaveCount(2);
  expect(read).toHaveLength(2);
});

test("the cart's popup reads when it opens, and again only after more than a removal", async ({ page }) => {
  await openPage(page, category);
  const add = (at: number) => page.getByRole("button", { name: /in den Warenkorb legen$/ }).nth(at);
  for (const at of [0, 1]) await add(at).click();
  const read = calls(page, "/api/cart");
  const taken = calls(page, "/api/cart/remove/1");
  const popup = page.getByRole("group", { name: "Vorschau des Warenkorbs" });
  const away = () => page.getByRole("heading", { level: 1 }).hover();
  await page.getByRole("link", { name: "Warenkorb, 2 Produkte" }).hover();
  await expect(popup.getByRole("listitem")).toHaveCount(2);
  await popup
    .getByRole("button", { name: /entfernen$/ })
    .first()
    .click();
  await expect(popup.getByRole("listitem")).toHaveCount(1);
  expect(taken).toHaveLength(1);
  await away();
  await expect(popup).toBeHidden();
  await page.getByRole("link", { name: "Warenkorb, ein Produkt" }).hover();
  await expect(popup.getByRole("listitem")).toHaveCount(1);
  expect(read).toHaveLength(1);
  await away();
  await expect(popup).toBeHidden();
  await add(2).click();
  await page.getByRole("link", { name: "Warenkorb, 2 Produkte" }).hover();
  await expect.poll(() => read.length).toBe(2);
  await expect(popup.getByRole("listitem")).toHaveCount(2);
});

test("axe finds nothing serious on the wishlist", async ({ page }) => {
  const check = async () => {
    expect.soft(await found(page, "wishlist")).toEqual([]);
  };
  await openPage(page, "/merkzettel");
  await expect(page.getByRole("heading", { name: "Du hast keine gespeicherten Artikel." })).toBeVisible();
  await check();
  await wish(page, 3);
  await openPage(page, "/merkzettel");
  await heart(page, 1).click();
  await expect(page.getByText("Artikel wurde vom Merkzettel entfernt.")).toBeVisible();
  await check();
});
