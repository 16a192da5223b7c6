import type { Page } from "@playwright/test";
import { openSoldOut } from "./states/product";
import { addToCart, expect, openNotebook, openPage, startAtPayment, newEmail, test } from "./support/shop";

// Who sees or uses the shop otherwise: much larger, in colours of their own, on paper, without scripts, by ear.

const low = { width: 320, height: 256 }; // a desktop's 1280 by 1024 at four times its size

/** How much of the view is covered by what stays in its place, in its middle column and near its left edge. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (["fixed", "sticky"].includes(getComputedStyle(element).position) || stays(element.parentElement));
    const rows = Array.from({ length: window.innerHeight }, (_, y) => y);
    return rows.filter((y) => [40, window.innerWidth / 2].some((x) => stays(document.elementFromPoint(x, y)))).length;
  });

test("on a desktop's screen at four times its size nothing stays over the page, and a sheet is scrolled whole", async ({
  page,
}) => {
  await openPage(page, "/kategorie/notebooks");
  await page
    .locator("main article")
    .first()
    .getByRole("button", { name: / vergleichen$/ })
    .click();
  await page.setViewportSize(low);
  await openNotebook(page);
  const comparison = page.getByRole("complementary", { name: "Produktvergleich" });
  await comparison.scrollIntoViewIfNeeded();
  await expect(comparison.getByRole("link")).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await page.mouse.wheel(0, -200); // on the way up the header comes back on other screens
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(750);
  expect(await covered(page)).toBe(0);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const search = page.getByRole("combobox", { name: "Produkte suchen" });
  await search.focus();
  await expect(search).toBeInViewport({ ratio: 1 });

  await page.goto("/kategorie/notebooks");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const sheet = page.getByRole("dialog");
  const apply = sheet.getByRole("button", { name: /^Filter übernehmen/ });
  await expect(apply).toBeAttached();
  await expect(apply, "below all that there is to choose").not.toBeInViewport();
  const choices = sheet.getByRole("button", { name: "Hersteller" });
  await choices.scrollIntoViewIfNeeded();
  await choices.click();
  const room = await sheet.evaluate((element) => {
    const scrolled = Array.from(element.querySelectorAll("*"), (one) => one).concat(element);
    return Math.max(...scrolled.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.clientHeight));
  });
  expect(room, "to read in").toBeGreaterThan(200);
  await apply.scrollIntoViewIfNeeded();
  await expect(apply).toBeInViewport({ ratio: 1 });
});

test("the question for consent can be scrolled where it is higher than the screen", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 200 }, baseURL });
  await page.goto("/");
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  const question = page.getByRole("region", { name: "Deine Privatsphäre" });
  await expect(question).toBeVisible();
  await question.getByRole("heading").scrollIntoViewIfNeeded();
  await expect(question.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await page.close();
});

test("on the narrowest screen no button and no ad reaches beyond its place, also with letters apart", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (what: string) => {
    await page.addStyleTag({
      content: ".apart * { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
    });
    for (const apart of [false, true]) {
      await page.evaluate((on) => document.body.classList.toggle("apart", on), apart);
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(scrollWidth, `${what}${apart ? ", letters apart" : ""}`).toBe(320);
    }
  };
  await openSoldOut(page);
  await expect(page.getByRole("button", { name: "Benachrichtigen, wenn lieferbar" })).toBeVisible();
  await fits("sold out");
  await page.goto("/kategorie/monitore?verfuegbar[]=1");
  await page
    .locator("main article")
    .filter({ has: page.locator(".energy-arrow") })
    .locator("h3 a")
    .first()
    .click();
  await expect(page.getByRole("main").locator(".energy-arrow").first()).toBeVisible();
  await fits("energy label");

  await page.goto("/kategorie/notebooks?verfuegbar[]=1");
  for (const at of [0, 1]) {
    const card = page.locator("main article").nth(at);
    await card.getByRole("button", { name: /auf den Merkzettel setzen$/ }).click();
    await card.locator("[data-action=delete]").waitFor();
  }
  await openPage(page, "/merkzettel");
  await page.locator("article [data-action=delete]").last().click();
  const restore = page.getByRole("button", { name: /^Wieder hinzufügen/ });
  const [button, card] = await Promise.all([restore.boundingBox(), page.locator("li", { has: restore }).boundingBox()]);
  expect(button?.width).toBeLessThanOrEqual((card?.width ?? 0) - 2);
  await fits("taken off the wishlist");

  await page.goto("/");
  for (const ad of await page.locator("main [data-ad] > a").all()) {
    await ad.scrollIntoViewIfNeeded();
    const cut = await ad.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(cut, (await ad.textContent()) ?? "").toBe(0);
  }
});

test("in colours of the reader's own a message and a panel are told from the page that they lie on", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openNotebook(page);
  await addToCart(page);
  const message = page.locator(".toasts > *").first();
  await expect(message).toHaveCSS("outline-style", "solid");
  await expect(message).toHaveCSS("outline-width", "1px");
  await page.goto("/warenkorb");
  const panel = page.getByRole("main").locator(".rounded-card", { hasText: "Gesamtsumme" });
  await expect(panel, "no ground tells it from the page").toHaveCSS("outline-style", "solid");
});

test("on paper no bar lies over the text, whose width is that of a tablet", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 1000 }); // A4 between its margins
  const bar = page.locator("[data-bottom-bar]");
  await openNotebook(page);
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await expect(bar).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bar).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await startAtPayment(page, newEmail());
  for (const path of ["/kasse#/payment", "/warenkorb"]) {
    await page.goto(path);
    await expect(bar).toBeAttached();
    await page.emulateMedia({ media: "print" });
    await expect(bar, path).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  }
});

test("without scripts a page that is not found says so, and a phone's footer leads to what the law asks for", async ({
  browser,
  baseURL,
}) => {
  const plain = await browser.newPage({
    javaScriptEnabled: false,
    baseURL,
    viewport: { width: 390, height: 844 },
  });
  for (const [path, title, home, to] of [
    ["/gibt-es-nicht", "Hier ist nichts mehr im Regal.", "Zur Startseite", "/"],
    ["/kategorie/gibt-es-nicht", "Hier ist nichts mehr im Regal.", "Zur Startseite", "/"],
    ["/en/not-there", "Nothing left on this shelf.", "To the home page", "/en"],
  ] as const) {
    expect((await plain.goto(path))?.status(), path).toBe(404);
    await expect(plain.locator("noscript h1"), path).toHaveText(title);
    await expect(plain.locator("noscript h1"), path).toBeVisible();
    await expect(plain.locator("noscript a", { hasText: home }), path).toHaveAttribute("href", to);
  }
  await plain.goto("/");
  for (const name of ["Impressum", "Datenschutz", "Widerrufsbelehrung"]) {
    await expect(plain.getByRole("contentinfo").getByRole("link", { name, exact: true })).toBeVisible();
  }
  await plain.close();
});

test("a column of the comparison is read by its product's name alone", async ({ page }) => {
  await openPage(page, "/kategorie/notebooks");
  const card = page.locator("main article").first();
  const name = ((await card.locator("h3").textContent()) ?? "").replaceAll("\u00a0", " ").trim();
  await card.getByRole("button", { name: / vergleichen$/ }).click();
  await expect(card.getByRole("button", { name: / aus dem Vergleich nehmen$/ })).toBeVisible();
  await page.goto("/vergleich");
  await expect(page.getByRole("region", { name: "Produktvergleich" }).getByRole("table")).toBeVisible();
  await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
});

test("on a phone with letters of up to twice their size no page is wider than the screen", async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  for (const size of [24, 32]) {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`];
    const reader = await playwright.chromium.launch({ ...launchOptions, args });
    const page = await reader.newPage({ baseURL, viewport: { width: 390, height: 844 } });
    await startAtPayment(page, newEmail());
    const steps = ["login", "address", "payment"].map((step) => `/kasse#/${step}`);
    for (const path of [...steps, "/warenkorb", "/kundenkonto/registrieren", "/newsletter"]) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("textbox").or(page.getByRole("radio")).first()).toBeAttached();
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(width, `${path} with letters of ${size} px`).toBe(390);
    }
    await reader.close();
  }
});
