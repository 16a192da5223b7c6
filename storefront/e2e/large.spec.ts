import { writeFile } from "node:fs/promises";
import { becomeCustomer } from "./support/account";
import { kontor } from "./support/operator";
import { call, expect, test } from "./support/shop";

// What an operator's catalogue may have and the demo's has not.

test("a product with the most pictures, long words and no property fits any width, and has no empty heading", async ({
  page,
}) => {
  const article = "MANY-PICTURES";
  const put = async (active: boolean) => {
    const picture = { key: "notebook~v1~bf4f5f7~aff8a2a~sgaming", alt: { de: "Von vorn", en: "From the front" } };
    const product = {
      ...{ type: "product", articleNumber: article, name: "Viele Bilder", manufacturer: "Acme", category: "notebooks" },
      ...{ priceCents: 99900, images: Array(20).fill(picture), stock: { berlin: 1 }, active },
      description: { de: "Im Karton:\n- ein Kabel\n- ein Heft", en: "In the box:\n- a cable\n- a booklet" },
    };
    const path = test.info().outputPath("product.jsonl");
    await writeFile(path, JSON.stringify(product));
    await kontor("catalog", "import", path);
    return kontor<{ id: number; page: string }>("catalog", "show", article);
  };
  const product = await put(true);
  const word = "W".repeat(40); // as a name may have
  const written = { productId: product.id, stars: 5, title: word.repeat(2), author: word, text: word.repeat(2) };
  await call(page, "/api/review/add", written);
  const { reviews } = await kontor<{ reviews: { id: number; author: string }[] }>("review", "list");
  await kontor("review", "publish", String(reviews.find(({ author }) => author === word)?.id));
  for (const width of [320, 390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(new URL(product.page).pathname);
    await expect(page.getByRole("article", { name: written.title })).toBeVisible();
    const thumbnails = page.getByRole("button", { name: /^Bild \d+ von 20 anzeigen$/ });
    await expect(thumbnails).toHaveCount(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `width ${width}`).toBe(width);
    const list = await page.getByRole("list").filter({ has: thumbnails.first() }).boundingBox();
    expect(list?.height, `thumbnails at ${width}`).toBeLessThan(650);
    expect((await thumbnails.first().boundingBox())?.width, `a thumbnail at ${width}`).toBeGreaterThan(60);
  }
  await expect(page.getByRole("heading", { name: "Technische Daten" })).toHaveCount(0);
  const description = page.getByRole("region", { name: "Beschreibung" }).getByText("ein Kabel");
  expect(await description.innerText()).toBe("Im Karton:\n- ein Kabel\n- ein Heft");
  await put(false);
});

test("a banner's long words and what its button says stay on a phone's screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  const slide = page
    .getByRole("group")
    .filter({ has: page.locator("h2") })
    .first();
  const [title, link] = [slide.locator("h2"), slide.getByRole("link")];
  await title.evaluate((it) => (it.textContent = "Die große Hochleistungsnotebookwochensonderaktion zum Jahresende"));
  await link.evaluate((it) => (it.textContent = "Alle Gaming-Notebooks der Aktionswochen jetzt ansehen"));
  for (const part of [title, link]) {
    const box = await part.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390 - 16);
    expect(await part.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test("of a long filter a page has the beginning, and all of it once it is opened", async ({ page }) => {
  const put = async (active: boolean) => {
    const category = { type: "category", slug: "viele-marken", parent: "zubehoer", name: { de: "Viel", en: "Much" } };
    const products = Array.from({ length: 100 }, (_, n) => ({
      ...{ type: "product", articleNumber: `BRAND-${n}`, name: `Ding ${n}`, manufacturer: `Marke ${100 + n}` },
      ...{ category: category.slug, priceCents: 900 + n, stock: { berlin: 1 }, active },
    }));
    const path = test.info().outputPath("brands.jsonl");
    await writeFile(path, [category, ...products].map((line) => JSON.stringify(line)).join("\n"));
    await kontor("catalog", "import", path);
  };
  await put(true);
  await expect(async () => {
    await page.goto("/kategorie/viele-marken");
    await expect(page.locator("article")).toHaveCount(20, { timeout: 2_000 });
  }).toPass();
  const html = await (await page.request.get("/kategorie/viele-marken")).text();
  expect(new Set(html.match(/Marke 1\d\d/g)).size).toBeLessThanOrEqual(60);
  const panel = page.getByRole("complementary", { name: "Filter", exact: true });
  await panel.getByRole("button", { name: "Hersteller" }).click();
  const brands = panel.getByRole("checkbox", { name: /^Marke/ });
  await expect(brands).toHaveCount(100);
  await panel.getByRole("searchbox", { name: /Hersteller/ }).fill("Marke 199");
  await panel.getByText("Marke 199").click();
  await panel.getByRole("button", { name: /übernehmen/ }).click();
  await expect(page).toHaveURL(/hersteller%5B%5D=Marke\+199$/);
  await expect(page.locator("article")).toHaveCount(1);
  await put(false);
});

test("a long address book can be searched", async ({ page }) => {
  await becomeCustomer(page);
  const address = { firstName: "Kim", lastName: "Muster", streetName: "Kaistraße", zipCode: "20457" };
  for (const [n, cityName] of ["Kiel", "Ulm", "Bonn", "Köln", "Trier", "Jena", "Gera", "Celle", "Hamm"].entries()) {
    const data = { ...address, streetNumber: String(n + 1), cityName, type: "delivery" };
    expect((await page.request.post("/api/account/add-address", { data })).ok()).toBe(true);
  }
  await page.goto("/kundenkonto/adressen");
  const found = page.getByRole("listitem").filter({ hasText: "Kaistraße" });
  await expect(found).toHaveCount(9);
  const search = page.getByRole("searchbox", { name: "Adresse suchen" });
  await search.fill("kaistr jena");
  await expect(found).toHaveText(/Jena/);
  await search.fill("Rom");
  await expect(page.getByText("Keine Adresse gefunden.")).toBeVisible();
});
