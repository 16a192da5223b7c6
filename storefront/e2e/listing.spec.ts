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
  await panel.getByRole("button", { name: "Hersteller zurücksetzen" }).click();
  await expect(panel.getByText(/Ausgewählte Optionen/)).toBeHidden();
});

test("a price range is written with its four parameters", async ({ page }) => {
  await page.goto("/kategorie/notebooks");
  const panel = page.getByRole("complementary", filters);
  const from = panel.getByRole("textbox", { name: "Preis von" });
  await from.fill("1000");
  await from.press("Enter");
  await panel.getByRole("button", { name: /^Filter übernehmen/ }).click();
  await expect(page).toHaveURL(/preis_min=1000&preis_slid=1&preis=slider/);
  const prices = await page.locator("article").evaluateAll((cards) => cards.map((card) => Number(card.dataset.price)));
  expect(prices.length).toBeGreaterThan(0);
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(100_000);
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
});
