import type { Page } from "@playwright/test";
import { expect, openNotebook, openPage, test } from "./support/shop";

const failed = { status: 500, json: { error: { code: "internal", reason: "internal" } } };

/** Waits with the page's clock until a heart that cannot be saved has said so; gives the message's box. */
async function failedHeart(page: Page) {
  await page
    .getByRole("button", { name: /auf den Merkzettel setzen$/ })
    .first()
    .click();
  const box = page.locator("div", {
    has: page.locator('> [role="alert"]', { hasText: "Leider kam es zu einem Fehler." }),
  });
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await box.count()).toBe(1);
  }).toPass();
  return box;
}

test("a message fades within a second, six seconds after it came or at a click", async ({ page }) => {
  await page.clock.install();
  await page.route("**/wishlist/add", (route) => route.fulfill(failed));
  await openPage(page, "/kategorie/notebooks");
  await page.clock.pauseAt(Date.now() + 60_000);
  const message = await failedHeart(page);
  await page.clock.runFor(5_900);
  await expect(message).toHaveCSS("opacity", "1");
  await page.clock.runFor(200);
  await expect(message).toHaveCSS("opacity", "0");
  await page.clock.runFor(1_000);
  await expect(message).toHaveCount(0);

  await failedHeart(page);
  await message.click();
  await expect(message).toHaveCSS("opacity", "0");
  await page.clock.runFor(1_000);
  await expect(message).toHaveCount(0);
});

test("Tab leads from the button into the message that it brought, which waits for the keyboard, and on from there", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await openNotebook(page);
  const add = page.getByRole("button", { name: "In den Warenkorb", exact: true }).first();
  await add.press("Tab");
  const after = await page.evaluateHandle(() => document.activeElement);
  await add.press("Enter");
  const link = page.getByRole("status").getByRole("link", { name: "Zum Warenkorb" });
  await expect(link).toBeVisible();
  await expect(add).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.clock.fastForward(60_000);
  await page.keyboard.press("Shift+Tab");
  await expect(add).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await after.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.clock.fastForward(6_000);
  await page.clock.fastForward(1_000);
  await expect(link).toHaveCount(0);
});

test("a veil lies over the page while data is sent, and what fails is told with its code", async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/auth/register", async (route) => {
    await held;
    await route.fulfill(failed);
  });
  await openPage(page, "/kundenkonto/registrieren");
  await page.getByLabel("E-Mail-Adresse").fill("kim@example.com");
  await page.getByLabel("Vorname").fill("Kim");
  await page.getByLabel("Nachname").fill("Muster");
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Registrieren" }).click();
  const veil = page.getByRole("alert").filter({ hasText: "Fast geschafft" });
  await expect(veil).toContainText("Deine Daten werden übermittelt.");
  expect(await veil.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  answer();
  await expect(
    page.getByText(
      "Leider kam es zu einem Fehler (500). Bitte wende dich an unseren Support, um das Problem zu beheben.",
    ),
  ).toBeVisible();
  await expect(veil).toHaveCount(0);
});

test("where the header fails, the shop says so in its own words", async ({ page }) => {
  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...header, cartAmount: 1 } });
  });
  await page.route("**/api/cart", (route) => route.fulfill({ json: {} }));
  await openPage(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Warenkorb, ein Produkt" }).hover(); // an empty one has no popup
  await expect(page.getByRole("heading", { name: "Das hat nicht geklappt." })).toBeVisible();
});

test("a page from before a release, whose code is gone, is loaded anew, once, and not where something was typed", async ({
  page,
}) => {
  const loaded = new Set<string>();
  page.on("request", (request) => loaded.add(request.url()));
  await openPage(page, "/");
  const first = new Set(loaded);
  await page.route("**/_next/static/**", (route, request) =>
    first.has(request.url()) ? route.continue() : route.fulfill({ status: 404 }),
  );
  const outdated = page.getByText("Der Shop wurde gerade erneuert.");
  const categories = page.getByRole("banner").getByRole("button", { name: "Kategorien" });
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  await field.fill("grafik");
  await categories.click();
  await expect(outdated).toBeVisible();
  await expect(field).toHaveValue("grafik");

  await field.fill("");
  const anew = page.waitForEvent("domcontentloaded");
  await categories.click();
  await anew;
  await expect(outdated).toHaveCount(0);
  await categories.click();
  await expect(outdated, "the new page is as old").toBeVisible();
  await page.unroute("**/_next/static/**");
  await categories.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("without a network a press opens nothing and says so, and the page stays; with one again it opens", async ({
  page,
}) => {
  await openPage(page, "/");
  await page.route("**/_next/static/**", (route) => route.abort());
  const categories = page.getByRole("banner").getByRole("button", { name: "Kategorien" });
  await categories.click();
  await expect(page.getByText("Wir erreichen unseren Server gerade nicht.")).toBeVisible();
  await page.unroute("**/_next/static/**");
  await categories.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("what was done although its answer was lost is shown, once, and told", async ({ page }) => {
  const lose = (path: string) =>
    page.route(path, async (route) => {
      await route.fetch();
      await route.abort();
    });
  await openNotebook(page);
  await lose("**/cart/add/");
  await page.getByRole("button", { name: "In den Warenkorb", exact: true }).first().click();
  const overlay = page.getByRole("alertdialog");
  await overlay.getByRole("button", { name: "Schließen" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Warenkorb, ein Produkt" })).toBeVisible();

  await page.goto("/warenkorb");
  await lose("**/cart/quantity/");
  await page.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await overlay.getByRole("button", { name: "Schließen" }).click();
  await expect(page.getByRole("textbox", { name: /^Anzahl von/ })).toHaveValue("2");
  await expect(page.getByRole("banner").getByRole("link", { name: "Warenkorb, 2 Produkte" })).toBeVisible();
});

test("a dialog whose script takes its time shows that it is underway", async ({ page }) => {
  await openPage(page, "/");
  const held: (() => void)[] = [];
  await page.route("**/_next/static/**/*.js", async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByRole("button", { name: "Cookie-Einstellungen" }).click();
  await expect(page.locator(".underway")).toBeAttached();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  held.forEach((release) => release());
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator(".underway")).toHaveCount(0);
});
