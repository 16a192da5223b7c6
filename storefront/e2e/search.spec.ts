import { found } from "./support/axe";
import { expect, openPage, test } from "./support/shop";

test("suggestions begin at three characters, are at most five, and can be chosen by keyboard", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  const options = page.getByRole("option");
  await field.pressSequentially("no");
  await expect(options.first()).toBeHidden();
  await field.pressSequentially("tebook");
  await expect(options.first()).toBeVisible();
  expect(await options.count()).toBeLessThanOrEqual(5);

  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await field.press("Escape");
  await expect(options.first()).toBeHidden();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/(produkte|produkt)\//);
});

test("products of one name are suggested each, and go with the text that they were found for", async ({ page }) => {
  const product = (n: number) => ({
    text: "Fjord 14",
    foundIn: { id: 101, name: "Notebooks", url: "/kategorie/notebooks", hasChildren: false },
    url: `/produkt/fjord-14-${n}`,
    price: { minor: 99900 + n, currency: "EUR" },
  });
  await page.route("**/api/suggest*", (route) => {
    const finding = route.request().url().includes("fjordx")
      ? [{ text: "fjordx" }]
      : [product(1), product(2), product(3)];
    return route.fulfill({ json: { result: { findings: { finding }, qid: "1" } } });
  });
  await openPage(page, "/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  await field.pressSequentially("fjord");
  await expect(page.getByRole("option", { name: /^Fjord 14/ })).toHaveCount(3);
  await field.pressSequentially("x");
  await expect(page.getByRole("option", { name: "fjordx" })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(1);
});

test("goods by measure are suggested with the price of a unit", async ({ page }) => {
  await openPage(page, "/");
  await page.getByRole("combobox", { name: "Produkte suchen" }).pressSequentially("wärmeleitpaste");
  await expect(page.getByRole("option", { name: /Grundpreis/ }).first()).toBeVisible();
});

test("a search shows results", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  await field.fill("grafikarte");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  await expect(page).toHaveURL(/\/produkte\/grafikarte$/);
  await expect(page.locator("article").first()).toBeVisible();
});

test("a search for what looks like a part of an address is named as it was typed", async ({ page }) => {
  await page.goto("/produkte/%252F");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ergebnisse für „%2F“");
  await expect(page).toHaveTitle("Ergebnisse für „%2F“ | Kontor");
});

test("a search for nothing says so, and leads on: to its words, without its filters, to categories and products", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await page.goto("/produkte/geforce%20qqqq9999");
  await expect(main.getByText("haben wir nichts gefunden")).toBeVisible();
  await expect(main.getByRole("link", { name: "Notebooks", exact: true })).toHaveAttribute("href", /\/kategorie\//);
  await expect(page.getByRole("region", { name: "Top Produkte" }).getByRole("article")).toHaveCount(8);
  expect(await found(page, "search-nothing")).toEqual([]);
  await main.getByRole("link", { name: "geforce", exact: true }).click();
  await expect(page).toHaveURL(/\/produkte\/geforce$/);
  await expect(page.locator("article").first()).toBeVisible();

  await page.goto("/en/produkte/geforce?categories-stat=notebooks&preis_max=1");
  await main.getByRole("link", { name: "“geforce” in all categories and without filters" }).click();
  await expect(page).toHaveURL(/\/en\/produkte\/geforce$/);
});

test("an empty field offers the last searches, the newest first", async ({ page }) => {
  await openPage(page, "/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  const recent = page.getByRole("listbox", { name: "Letzte Suchen" });
  await field.click();
  await expect(recent).toBeHidden();
  for (const term of ["monitor", "tastatur"]) {
    await field.fill(term);
    await field.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/produkte/${term}$`));
  }
  await page.getByRole("button", { name: "Eingabe löschen" }).click();
  await field.press("ArrowDown");
  await expect(recent.getByRole("option")).toHaveText(["tastatur", "monitor"]);
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/produkte\/monitor$/);
});

test("suggestions leave when the keyboard goes on, and cover nothing that has the focus", async ({ page }) => {
  await openPage(page, "/kategorie/notebooks");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  const options = page.locator('[role="option"]'); // the listing's order is an option of another kind
  await field.pressSequentially("notebook");
  await expect(options.first()).toBeVisible();
  await field.press("Tab");
  await expect(page.getByRole("button", { name: "Eingabe löschen" })).toBeFocused();
  await expect(options.first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(options.first()).toBeHidden();
  await field.focus();
  await expect(options.first()).toBeVisible();
});

test("a search for nothing but spaces leads home", async ({ page }) => {
  for (const [sent, home] of [
    ["/produkte/%20", "/"],
    ["/en/produkte/%20", "/en"],
    ["/produkte", "/"],
    ["/produkte?query=+", "/"],
  ] as const) {
    await page.goto(sent);
    expect(new URL(page.url()).pathname, sent).toBe(home);
  }
});

test("without scripts the header's form leads to the search, too", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
  for (const [from, to] of [
    ["/kategorie/notebooks", "/produkte/maus%2027%22"],
    ["/en", "/en/produkte/maus%2027%22"],
  ] as const) {
    await page.goto(from);
    const field = page.locator("[name=query]");
    await field.fill('maus 27"');
    await field.press("Enter");
    await page.waitForURL(({ pathname }) => pathname === to);
  }
  await page.close();
});

test("a search for dots alone, which no address keeps, finds nothing and says so, also without scripts", async ({
  page,
  browser,
  baseURL,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false, baseURL });
  for (const one of [page, plain]) {
    for (const term of [".", ".."]) {
      await one.goto("/kategorie/notebooks");
      const field = one.getByRole("search").locator("[name=query]");
      await field.fill(term);
      await field.press("Enter");
      await expect(one.getByRole("heading", { level: 1 })).toHaveText(`Ergebnisse für „${term}“`);
      await expect(one.getByRole("main").getByText(`Zu „${term}“ haben wir nichts gefunden`)).toBeVisible();
      await expect(field).toHaveValue(term);
    }
  }
  await plain.close();
});

test("the field says what a page of results is of, from the server on, and what is typed stays on other pages", async ({
  page,
  request,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  page.on("pageerror", (error) => complaints.push(error.message));
  const suggested: string[] = [];
  page.on("request", (one) => void (one.url().includes("/api/suggest") && suggested.push(one.url())));
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  for (const [term, written] of [
    ["größe & 100 %", "größe &amp; 100 %"],
    ["notebook", "notebook"],
  ] as const) {
    const path = `/produkte/${encodeURIComponent(term)}`;
    expect(await (await request.get(path)).text()).toContain(`value="${written}"`);
    await openPage(page, path);
    await expect(field).toHaveValue(term);
  }
  expect(suggested, "a field that nobody uses asks nothing").toEqual([]);
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  await field.fill("maus");
  await page.goBack();
  await expect(page).toHaveURL(/\/produkte\/notebook$/);
  await expect(field).toHaveValue("notebook");
  expect(complaints).toEqual([]);
});

test("suggestions leave when the page has moved by 50 px, or at a press elsewhere", async ({ page }) => {
  await openPage(page, "/kategorie/notebooks");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  const options = page.locator('[role="option"]'); // the listing's order is an option of another kind
  const scrollBy = (y: number) => page.evaluate((by) => window.scrollBy({ top: by, behavior: "instant" }), y);
  await field.pressSequentially("notebook");
  await expect(options.first()).toBeVisible();
  await scrollBy(49);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  await expect(options.first()).toBeVisible();
  await scrollBy(1);
  await expect(options.first()).toBeHidden();
  await scrollBy(-50);
  await field.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  await page.getByRole("main").click({ position: { x: 2, y: 2 } });
  await expect(options.first()).toBeHidden();
});
