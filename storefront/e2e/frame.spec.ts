import type { Page } from "@playwright/test";
import { found } from "./support/axe";
import { expect, openPage, test } from "./support/shop";

const phone = { width: 390, height: 844 };

/** What stands outside the shop answers here instead: the test counts who asks. */
async function standIn(page: Page, script: string, source: string): Promise<() => number> {
  let asked = 0;
  await page.route(script, (route) => {
    asked += 1;
    return route.fulfill({ contentType: "text/javascript", body: source });
  });
  return () => asked;
}

async function wheel(page: Page, y: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), y);
}

/** Waits until the page has answered to what was done, and nothing moves in or out of it any more. */
async function still(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
}

test("a page that takes its time is seen to be underway", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await openPage(page, "/kategorie/notebooks");
  await page.route(
    ({ searchParams }) => searchParams.has("_rsc"),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  const line = page.locator(".underway");
  await expect(line).toHaveCount(0);
  await page.getByLabel("Produkte suchen").fill("maus");
  await page.keyboard.press("Enter");
  await expect(line).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/produkte\/maus$/);
  await expect(line).toHaveCount(0);
});

test("a page that fails says so, and trying again loads it anew", async ({ page }) => {
  await page.route("**/api/cart", (route) => route.fulfill({ json: {} })); // nothing that the page can show
  await page.goto("/warenkorb");
  await expect(page.getByRole("heading", { name: "Das hat nicht geklappt." })).toBeVisible();
  await page.unroute("**/api/cart");
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await loaded;
  await expect(page.getByRole("heading", { name: "Dein Warenkorb ist leer" })).toBeVisible();
});

test("the header leaves on the way down and is back 100 px up; the way to the top appears after 300 px", async ({
  page,
}) => {
  await openPage(page, "/kategorie/notebooks");
  const header = page.getByRole("banner");
  const toTop = page.getByRole("button", { name: "Zurück nach oben" });
  await expect(toTop).toBeHidden();
  const height = (await header.boundingBox())?.height ?? 0;
  expect((await header.getByRole("navigation", { name: "Kategorien" }).boundingBox())?.height).toBe(38);
  await wheel(page, height);
  await still(page);
  await expect(header).toBeInViewport();
  await wheel(page, height + 1);
  await expect(header).not.toBeInViewport();
  await wheel(page, 300);
  await still(page);
  await expect(header).not.toBeInViewport();
  await expect(toTop).toBeHidden();
  await wheel(page, 301);
  await expect(toTop).toBeVisible();
  await wheel(page, 900);
  await still(page); // or both are one scroll to the browser
  await wheel(page, 801);
  await still(page);
  await expect(header).not.toBeInViewport();
  await wheel(page, 800);
  await expect(header).toBeInViewport();
  await toTop.press("Enter");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(toTop).toBeHidden();
  await page.keyboard.press("Tab");
  const first = page.getByRole("main").getByRole("link").first();
  await expect(first, "the keyboard goes on from there").toBeFocused();
  await expect(first).toBeInViewport();
});

test("categories open level by level, with a way back and one to all of them", async ({ page }) => {
  await openPage(page, "/");
  const opener = page.getByRole("button", { name: "Kategorien" });
  await opener.click();
  const menu = page.getByRole("dialog", { name: "Alle Kategorien" });
  await menu.getByRole("button", { name: "Monitore" }).click();
  const level = page.getByRole("dialog", { name: "Monitore" });
  await expect(level.getByRole("link", { name: "Gaming-Monitore" })).toBeVisible();
  expect(await found(page, "menu")).toEqual([]);
  const roots = page.waitForResponse((response) => response.url().endsWith("/api/navigation_data"));
  await level.getByRole("button", { name: "Alle Kategorien" }).click();
  expect((await roots).ok()).toBe(true);
  await expect(menu.getByRole("button", { name: "Monitore" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await menu.getByRole("button", { name: "Monitore" }).click();
  await level.getByRole("link", { name: "Alle anzeigen" }).click();
  await expect(page).toHaveURL(/\/kategorie\/monitore$/);
  await expect(level).toBeHidden();
});

test("a level of the categories that cannot be read is told", async ({ page }) => {
  await page.route("**/api/navigation/category/**", (route) => route.abort());
  await openPage(page, "/");
  await page.getByRole("button", { name: "Kategorien" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Monitore" }).click();
  await expect(page.getByRole("alert")).toHaveText("Die Kategorien konnten gerade nicht geladen werden.");
});

test("on a phone the footer's columns fold", async ({ page }) => {
  await page.setViewportSize(phone);
  await openPage(page, "/");
  const column = page.getByRole("contentinfo").getByRole("button", { name: "Rechtliches" });
  const imprint = page.getByRole("contentinfo").getByRole("link", { name: "Impressum" });
  await expect(imprint).toBeHidden();
  await column.click();
  await expect(column).toHaveAttribute("aria-expanded", "true");
  await expect(imprint).toBeVisible();
});

test("the chat's script is loaded once, after consent, and closing leads back to the button", async ({ page }) => {
  const asked = await standIn(
    page,
    "https://chat.example/**",
    `addEventListener("kontor:chat-open", (event) => {
      document.getElementById("support-chat").textContent = "Chat " + event.detail.chatId;
    });`,
  );
  await openPage(page, "/");
  const button = page.getByRole("button", { name: "Chat mit dem Support" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Support-Chat" });
  await expect(dialog.getByText("Wir sind gerade für dich da.")).toBeVisible();
  expect(asked()).toBe(0);
  await dialog.getByRole("button", { name: "Einverstanden, Chat starten" }).click();
  await expect(dialog.getByText("Chat 1")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await button.click();
  await expect(dialog.getByText("Chat 1")).toBeVisible();
  expect(asked()).toBe(1);
});

test("a partner's shop is its category in its colour, without account, wishlist and cart popup", async ({
  page,
  baseURL,
}) => {
  const partner = new URL(baseURL ?? "");
  partner.hostname = "grafik.localhost";
  await page.goto(partner.href);
  await expect(page).toHaveURL(/grafik\.localhost:\d+\/kategorie\/grafikkarten$/);
  const header = page.getByRole("banner");
  await expect(header.getByText("Grafikwerk")).toBeVisible();
  await expect(header.getByRole("link", { name: /^Warenkorb/ })).toBeVisible();
  await expect(header.getByRole("link", { name: "Anmelden" })).toHaveCount(0);
  await expect(header.getByRole("link", { name: /^Merkzettel/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Merkzettel/ })).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--color-accent"))).toBe(
    "#0b6e4f",
  );
  await page.locator("article h3 a").first().click();
  await page.getByRole("button", { name: "In den Warenkorb", exact: true }).first().click();
  const cart = header.getByRole("link", { name: "Warenkorb, ein Produkt" });
  await expect(cart).toBeVisible();
  await cart.hover();
  await expect(page.getByRole("group", { name: "Vorschau des Warenkorbs" })).toHaveCount(0);
  await page.goto(`${partner.origin}/kasse`);
  await expect(page.getByLabel("E-Mail-Adresse")).toBeVisible();
  await expect(page.getByLabel("Passwort")).toHaveCount(0);
});

test("a link of the shop is followed without a new document, and one with a key held is the browser's", async ({
  page,
}) => {
  await page.goto("/");
  const marked = () => page.evaluate(() => document.documentElement.dataset.same === "yes");
  await page.evaluate(() => (document.documentElement.dataset.same = "yes"));
  const bar = page.getByRole("navigation").getByRole("link", { name: "Notebooks", exact: true }).first();
  const [tab] = await Promise.all([page.context().waitForEvent("page"), bar.click({ modifiers: ["Control"] })]);
  await expect(tab).toHaveURL(/\/kategorie\/notebooks$/);
  await expect(page).toHaveURL(/\/$/);
  await tab.close();
  await bar.click();
  await expect(page.getByRole("heading", { level: 1, name: "Notebooks" })).toBeVisible();
  expect(await marked()).toBe(true);
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  await expect(page.getByRole("button", { name: "In den Warenkorb", exact: true }).first()).toBeVisible();
  expect(await marked()).toBe(true);
});

test("a dialog's link to a page does not leave the dialog over that page", async ({ page }) => {
  for (const [opens, leads] of [
    ["Chat mit dem Support", "Datenschutzerklärung"],
    ["Cookie-Einstellungen", "Mehr zum Datenschutz"],
  ] as const) {
    await openPage(page, "/warenkorb");
    await page.getByRole("contentinfo").getByRole("button", { name: opens }).click();
    await page.getByRole("dialog").getByRole("link", { name: leads }).click();
    await expect(page).toHaveURL(/\/infocenter\/section\/privacy$/);
    await expect(page.getByRole("heading", { level: 1, name: "Datenschutz" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/warenkorb$/);
  }
});
