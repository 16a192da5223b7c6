import { expect, test } from "./support/shop";

const filters = { name: "Filter", exact: true } as const;

test("filters change nothing until they are applied, then stand in the address and survive going back", async ({
  page,
}) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  await panel.getByRole("button", { name: "Hersteller" }).click();
  const option = panel.getByRole("group", { name: "Hersteller" }).locator("label").first();
  const count = Number((await option.locator("span").last().innerText()).trim());
  await option.click();
  await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeVisible();
  await expect(panel.getByRole("button", { name: /^Hersteller ?\(1 ausgewählt/ })).toBeVisible();
  await expect(page).toHaveURL(/\/kategorie\/notebooks$/);

  await panel.getByRole("button", { name: /^Filter übernehmen/ }).click();
  await expect(page).toHaveURL(/hersteller%5B%5D=/);
  await expect(page.locator("header p").filter({ hasText: /Produkt/ })).toHaveText(
    count === 1 ? "Ein Produkt" : `${count.toLocaleString("de-DE")} Produkte`,
  );
  await page.reload();
  await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(/\/kategorie\/notebooks$/);
  await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeHidden();
});

test("a second value of the same filter widens the result; reset clears it", async ({ page }) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  await panel.getByRole("button", { name: "Hersteller" }).click();
  const options = panel.getByRole("group", { name: "Hersteller" }).locator("label");
  const counts = (await options.locator("span:last-child").allInnerTexts()).map(Number);
  await options.nth(0).click();
  await options.nth(1).click();
  const sum = (counts[0] ?? 0) + (counts[1] ?? 0);
  await expect(panel.getByRole("button", { name: `Filter übernehmen (${sum})` })).toBeVisible();
  await panel.getByRole("button", { name: "Hersteller zurücksetzen" }).press("Enter");
  await expect(panel.getByText(/Ausgewählte Optionen/)).toBeHidden();
  await expect(panel.getByRole("button", { name: "Hersteller", exact: true })).toBeFocused();

  await options.nth(0).click();
  await panel.getByRole("button", { name: "Zurücksetzen", exact: true }).press("Enter");
  await expect(panel.getByText(/Ausgewählte Optionen/)).toBeHidden();
  await expect(panel.getByRole("button", { name: /^Filter übernehmen/ })).toBeFocused();
});

test("a search in a category counts and finds in that category alone", async ({ page }) => {
  const answer = await page.request.get("/api/navigation_data");
  const { categories } = (await answer.json()) as { categories: { id: number; name: string }[] };
  await page.goto(`/produkte/gaming?categories-stat=${categories.find(({ name }) => name === "Monitore")?.id}`);
  const panel = page.getByRole("complementary", filters);
  await panel.getByRole("button", { name: "Hersteller" }).click();
  const option = panel.getByRole("group", { name: "Hersteller" }).locator("label").first();
  const count = Number(await option.locator("span").last().innerText());
  expect(count).toBeGreaterThan(1);
  await option.click();
  await panel.getByRole("button", { name: `Filter übernehmen (${count})` }).click();
  await expect(page).toHaveURL(/categories-stat=\d+&hersteller/);
  await expect(page.locator("header p").filter({ hasText: /Produkt/ })).toHaveText(`${count} Produkte`);
});

test("a price range is written with its four parameters", async ({ page }) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  const from = panel.getByRole("textbox", { name: "Preis von" });
  await from.fill("1.000");
  await from.press("Enter");
  const apply = panel.getByRole("button", { name: /^Filter übernehmen \(\d+\)/ }); // once its products are counted
  await expect(apply).toBeVisible();
  await expect(from).toBeFocused();
  await expect(from).toHaveValue("1000");
  await apply.click();
  await expect(page).toHaveURL(/preis_min=1000&preis_slid=1&preis=slider/);
  const prices = await page.locator("article").evaluateAll((cards) => cards.map((card) => Number(card.dataset.price)));
  expect(prices.length).toBeGreaterThan(0);
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(100_000);
});

test("who chooses what no product has is told so, and comes back to all", async ({ page }) => {
  await page.goto("/kategorie/notebooks?preis_min=1&preis_max=2&preis_slid=1&preis=slider");
  await expect(page.getByText("Es gibt keine Produkte in dieser Kategorie.")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Filter zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/kategorie\/notebooks$/);
  await expect(page.locator("article").first()).toBeVisible();
});

test("a price that is emptied is none", async ({ page }) => {
  await page.goto("/kategorie/notebooks?preis_min=1000&preis_max=2000&preis_slid=1&preis=slider");
  const panel = page.getByRole("complementary", filters);
  for (const [name, bound] of [
    ["Preis von", "299"],
    ["Preis bis", "4499"],
  ] as const) {
    const field = panel.getByRole("textbox", { name });
    await field.fill("");
    await field.press("Enter");
    await expect(field).toHaveValue(bound);
  }
  await panel.getByRole("button", { name: "Filter übernehmen" }).click();
  await expect(page).toHaveURL(/\/kategorie\/notebooks$/);
});

test("one press on a phone applies a price that is still being typed, before its products are counted", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/category/filters/get", () => undefined); // no answer
  await page.goto("/kategorie/notebooks");
  await page.getByRole("button", filters).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Preis bis" }).fill("900");
  await sheet.getByRole("button", { name: "Filter übernehmen" }).hover(); // once the sheet has come to rest
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(/preis_max=900&preis_slid=1&preis=slider/);
});

test("sorting by price orders the cards and starts at the first page", async ({ page }) => {
  await page.goto("/kategorie/notebooks?page=2");
  await page.getByRole("combobox", { name: "Sortieren nach" }).locator("visible=true").selectOption("price_asc");
  await expect(page).toHaveURL(/sortListing=price_asc$/);
  await expect(async () => {
    const prices = await page
      .locator("article")
      .evaluateAll((cards) => cards.map((card) => Number(card.dataset.price)));
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(prices).toHaveLength(20);
  }).toPass();
});

test("an address without products says so", async ({ page }) => {
  await page.goto("/kategorie/notebooks?page=400");
  await expect(page.getByText("Es gibt keine weiteren Produkte in dieser Kategorie.")).toBeVisible();
  await page.getByRole("link", { name: "Vorherige Seite" }).click(); // the last that has some
  await expect(page.locator("article").first()).toBeVisible();
});

test("a colour filter shows its colours, and long lists scroll within the height of the accordion", async ({
  page,
}) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  await panel.getByRole("button", { name: "Farbe" }).click();
  const swatch = panel.getByRole("group", { name: "Farbe" }).locator("label span[style]").first();
  await expect(swatch).toHaveCSS("background-color", /^rgb\(/);
  await expect(swatch).toHaveCSS("border-radius", /.+/);
  await panel.getByRole("button", { name: "Hersteller" }).click();
  const search = panel.getByLabel("In Hersteller suchen");
  const [top, list] = [
    await search.boundingBox(),
    await panel.getByRole("group", { name: "Hersteller" }).boundingBox(),
  ];
  expect((list?.y ?? 0) + (list?.height ?? 0) - (top?.y ?? 0)).toBeLessThanOrEqual(330);
  expect((await panel.getByRole("group", { name: "Farbe" }).boundingBox())?.height).toBeLessThanOrEqual(290);
  await search.fill("zzz");
  await expect(panel.getByText("Keine passende Option.")).toBeVisible();
});

test("a range is set by keyboard at its handles", async ({ page }) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  const handle = panel.getByRole("slider", { name: "Preis bis" });
  const highest = Number(await handle.inputValue());
  await handle.focus();
  const field = panel.getByRole("textbox", { name: "Preis bis" });
  for (const less of [1, 2]) {
    await page.keyboard.press("ArrowLeft");
    await expect(field, "the handle keeps the focus").toHaveValue(String(highest - less));
  }
  await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeVisible();
});

test("the way back from a product leads to where the listing was", async ({ page }) => {
  await page.goto("/kategorie/notebooks?page=2");
  const link = page.locator("article h3 a").nth(12);
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  await link.click();
  await expect(page).toHaveURL(/\/produkt\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/page=2$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await expect(link).toBeInViewport();
});

test("a range follows its bounds when another filter narrows them", async ({ page }) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  const handle = panel.getByRole("slider", { name: "Preis bis" });
  const before = await handle.getAttribute("max");
  await panel.getByRole("button", { name: "Hersteller" }).click();
  await panel.getByRole("group", { name: "Hersteller" }).getByText("Brevia", { exact: true }).click();
  await expect(handle).not.toHaveAttribute("max", before ?? "");
  await expect(panel.getByRole("textbox", { name: "Preis bis" })).toHaveValue((await handle.getAttribute("max")) ?? "");
  expect(await panel.evaluate((element) => element.scrollWidth <= element.clientWidth), "the line ends there").toBe(
    true,
  );
  await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeVisible();
});

test("a second press while the cart's answer is under way puts nothing more into it", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route("**/cart/add/", async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.goto("/kategorie/notebooks?verfuegbar[]=1");
  const add = page
    .locator("article")
    .first()
    .getByRole("button", { name: /in den Warenkorb legen$/ });
  await add.dblclick();
  await expect(add).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByRole("link", { name: "Warenkorb, ein Produkt" })).toBeVisible();
  expect(asked).toBe(1);
  await expect(add).toHaveAttribute("aria-busy", "false");
  await add.click();
  await expect(page.getByRole("link", { name: "Warenkorb, 2 Produkte" })).toBeVisible();
});
