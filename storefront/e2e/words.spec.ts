import { writeFile } from "node:fs/promises";
import { becomeCustomer } from "./support/account";
import { brokenWords } from "./support/layout";
import { kontor } from "./support/operator";
import {
  addToCart,
  choosePayment,
  expect,
  newEmail,
  openNotebook,
  openPage,
  startAtPayment,
  test,
} from "./support/shop";

// German words are long, and screens narrow.

test("at a width of 320 no line ends within a word", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const holds = async (what: string) => {
    await page.waitForLoadState("networkidle");
    expect.soft(await brokenWords(page), what).toEqual([]);
  };
  for (const path of ["/", "/kategorie/notebooks?verfuegbar[]=1", "/kundenkonto/registrieren"]) {
    await page.goto(path);
    await holds(path);
  }
  await openNotebook(page);
  await expect(page.getByText("Garantieverlängerung auf 3 Jahre")).toBeVisible();
  await expect(page.getByText("EAN", { exact: true })).toBeVisible();
  await holds("product");
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.locator("details summary").first().click();
  await holds("cart");
  await startAtPayment(page, newEmail());
  await expect(page.getByText("Direktüberweisung", { exact: true })).toBeVisible();
  await holds("payment");
  await choosePayment(page, /^Vorkasse/);
  await holds("confirmation");
});

test("a category and a manufacturer of one very long word, and a price of five digits, stay where they belong", async ({
  page,
}) => {
  const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const put = async (active: boolean) => {
    const category = { type: "category", slug: "lange-worte", parent: "zubehoer", name: { de: word, en: word } };
    const products = [1, 2].map((n) => ({
      ...{ type: "product", articleNumber: `LONG-${n}`, name: `${word} ${n}`, manufacturer: word.slice(0, 50) },
      ...{ category: category.slug, priceCents: 1_990_000, stock: { berlin: 9 }, active },
    }));
    const path = test.info().outputPath("long.jsonl");
    await writeFile(path, [category, ...products].map((line) => JSON.stringify(line)).join("\n"));
    await kontor("catalog", "import", path);
  };
  await put(true);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(async () => {
    await page.goto("/kategorie/lange-worte");
    await expect(page.locator("article")).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  const lines = await page.locator("article .font-bold.tabular-nums").evaluateAll((all) =>
    all.map((price) => {
      const text = document.createRange();
      text.selectNodeContents(price);
      return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size;
    }),
  );
  expect(lines, "of the prices").toEqual([1, 1]);

  for (const name of [/ vergleichen$/, / vergleichen$/]) await page.getByRole("button", { name }).first().click();
  await page.getByRole("button", { name: "Kategorien" }).click();
  const menu = page.getByRole("dialog");
  await menu.getByRole("button", { name: "Zubehör" }).click();
  await expect(menu.getByRole("link", { name: word })).toBeVisible();
  expect(await menu.locator("ul").evaluate((list) => list.scrollWidth - list.clientWidth), "the menu").toBe(0);

  await page.goto("/vergleich");
  const heads = page.getByRole("columnheader");
  await expect(heads).toHaveCount(2);
  const over = await heads.evaluateAll((all) => all.map((head) => head.scrollWidth - head.clientWidth));
  expect(over, "the comparison's columns").toEqual([0, 0]);
  await put(false);
});

test("the cart's preview lies over the notices of what was added, however much they say", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 640 });
  await openPage(page, "/kategorie/notebooks?verfuegbar[]=1");
  for (const n of [0, 1, 2]) {
    await page
      .locator("article")
      .nth(n)
      .getByRole("button", { name: /Warenkorb/ })
      .click();
    await expect(page.locator(".toasts > *")).toHaveCount(n + 1);
  }
  // As a product's long name makes them.
  await page.locator(".toasts").evaluate((all) => {
    for (const notice of all.children) (notice as HTMLElement).style.minHeight = "9rem";
  });
  await page.getByRole("link", { name: /^Warenkorb, (?!kein)/ }).hover();
  const preview = page.getByRole("group", { name: "Vorschau des Warenkorbs" });
  await expect(preview.getByRole("listitem")).toHaveCount(3);
  await preview.getByRole("link", { name: "Zur Kasse" }).click({ trial: true, timeout: 3_000 });
});

test("on a page that is shorter than the window the footer stands at the window's foot", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 2000 });
  for (const path of ["/kundenkonto/passwort+vergessen", "/merkzettel", "/gibt-es-nicht"]) {
    await page.goto(path);
    const footer = page.getByRole("contentinfo");
    await expect
      .poll(() => footer.evaluate((it) => Math.round(it.getBoundingClientRect().bottom)), { message: path })
      .toBe(2000);
  }
});

test("a code's digits are seen whole on the narrowest phone, and the overview's buttons stand in one line", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route("**/auth/login", (route) =>
    route.fulfill({ json: { successful: true, needs2FaAuthentication: true } }),
  );
  await page.goto("/kundenkonto/login");
  await page.getByLabel("E-Mail-Adresse").first().fill(newEmail());
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  const room = await page.getByLabel("Ziffer 1 von 6").evaluate((box) => {
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(box);
    return (box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / parseFloat(fontSize);
  });
  expect(room, "for a digit").toBeGreaterThan(1);

  await page.unrouteAll({ behavior: "wait" });
  await becomeCustomer(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/kundenkonto");
  const links = ["Bestellungen ansehen", "Daten ansehen"].map((name) => page.getByRole("link", { name }));
  const [orders, data] = await Promise.all(links.map((link) => link.boundingBox()));
  expect(orders?.y).toBe(data?.y);
});
