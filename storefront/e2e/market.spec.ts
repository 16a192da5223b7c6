import type { Locator, Page } from "@playwright/test";
import { mailedFiles, mailedText } from "./support/mail";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  expect,
  fillGuest,
  newEmail,
  openNotebook,
  openPage,
  orderNumber,
  test,
} from "./support/shop";

// One visit for the rules that a page keeps: core/docs/market-de.md names the test of each rule by its title's beginning.

const amount = /^[\d.]+,\d\d\s€$/;

const cents = (text: string) => Number(text.replace(/^.*:/, "").replace(/\D/g, ""));
const arrow = (at: Page | Locator) =>
  at.getByRole("button", { name: /^Energieeffizienzklasse [A-G], Etikett anzeigen/ });

/** The arrow is as large as the price, and its click opens the label with the way to the sheet. */
async function expectArrow(page: Page, button: Locator, price: Locator): Promise<void> {
  const size = (one: Locator) => one.evaluate((element) => getComputedStyle(element).fontSize);
  expect(await size(button.locator(".energy-arrow"))).toBe(await size(price));
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Energielabel" });
  const label = dialog.getByRole("img", { name: /^Energielabel, Klasse [A-G]$/ });
  await expect.poll(() => label.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(dialog.getByRole("link", { name: "Produktdatenblatt" })).toHaveAttribute("href", /^(https?:\/)?\//);
  await expect(dialog.getByRole("link", { name: /EPREL/ })).toHaveAttribute("href", /^https:\/\/eprel\.ec\.europa\.eu/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}

test("energy label: the arrow stands at the price wherever the product does, and opens label and sheet", async ({
  page,
}) => {
  await openPage(page, "/kategorie/office-monitore?verfuegbar[]=1");
  const card = page.getByRole("article").first();
  await expectArrow(page, arrow(card), card.getByText(amount).first());
  await card.getByRole("button", { name: /auf den Merkzettel setzen$/ }).click();
  await page.getByRole("link", { name: "Merkzettel, ein Produkt" }).hover();
  await expect(arrow(page.getByRole("group", { name: "Vorschau des Merkzettels" }))).toBeVisible();

  await card.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/produkt\//);
  const main = page.getByRole("main");
  await expectArrow(page, arrow(main).first(), main.getByText(amount).first());
  await addToCart(page);
  await page.getByRole("link", { name: "Warenkorb, ein Produkt" }).hover();
  await expect(arrow(page.getByRole("group", { name: "Vorschau des Warenkorbs" }))).toBeVisible();

  await openPage(page, "/warenkorb");
  const line = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: arrow(page) });
  const sum = arrow(line).locator("xpath=following-sibling::div").getByText(amount).last();
  await expectArrow(page, arrow(line), sum);
});

/** An own reduction names the lowest price of 30 days and counts from it; the manufacturer's price is said to be one. */
async function expectReduction(at: Locator): Promise<void> {
  const lowest = cents(
    await at
      .getByText(/^Niedrigster Preis der 30 Tage vor der Senkung:/)
      .first()
      .innerText(),
  );
  const price = cents(await at.getByText(amount).first().innerText());
  await expect(at.getByText(`−${Math.floor(((lowest - price) * 100) / lowest)} %`).first()).toBeVisible();
  await expect(at.getByText(/^UVP/).first()).toBeVisible();
}

test("reductions and GARAN: the lowest price of 30 days, the UVP and the producer's guarantee in listing, product and cart", async ({
  page,
}) => {
  const name = "Corsair SF750 (2024)";
  await openPage(page, `/produkte/${encodeURIComponent(name)}`);
  const card = page.getByRole("article").filter({ hasText: name });
  await expectReduction(card);
  await card.getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectReduction(page.getByRole("main"));

  const expectGuarantee = async () => {
    const words = page.getByText("garantiert kostenlos 10 Jahre lang");
    await expect(words).toBeHidden();
    await page.locator("[data-guarantee] summary").first().click();
    await expect(words).toBeVisible();
    const label = page.locator("[data-guarantee] img");
    await expect.poll(() => label.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  };
  await expectGuarantee();
  await addToCart(page);
  await openPage(page, "/warenkorb");
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await expect(line.getByText("Niedrigster Preis der 30 Tage vor der Senkung: 209,00 €")).toBeVisible();
  await expect(line.getByText("UVP 229,00 €")).toBeVisible();
  // Of two, the reference prices are still those of one: they stand with its price, above the sum.
  await line.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await expect(line).toHaveText(/Einzelpreis.*Niedrigster Preis.*209,00.*UVP.*229,00\s€(?!.*Einzelpreis)/s);
  await expectGuarantee();
});

test("base price, means of payment and delivery: said in listing and cart, before ordering begins", async ({
  page,
}) => {
  await openPage(page, "/kategorie/waermeleitpaste?verfuegbar[]=1");
  const card = page
    .getByRole("article")
    .filter({ hasText: /Grundpreis: [\d.]+,\d\d\s€ \/ kg/ })
    .first();
  await card.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/produkt\//);
  const base = await page
    .getByRole("main")
    .getByText(/^Grundpreis:/)
    .first()
    .innerText();
  await addToCart(page);
  await openPage(page, "/warenkorb");
  await expect(page.getByRole("main").getByText(base)).toBeVisible();
  const summary = page.getByRole("region", { name: "Zusammenfassung" });
  await expect(summary.getByRole("img", { name: "Vorkasse" })).toBeVisible();
  await expect(summary.getByText(/^Wir liefern nach/)).toBeVisible();
  await expect(summary.getByRole("img", { name: /giropay/i })).toHaveCount(0);
});

test("product page: charger, VAT and shipping, GPSR, disposal, legal guarantee, and who may review", async ({
  page,
}) => {
  await openNotebook(page);
  const charger = page.locator("[data-charger]");
  await expect(charger).toContainText(/^(Kein )?Netzteil im LieferumfangLadeleistung \d+ – \d+ W/);
  const price = page.getByRole("main").getByText(amount).first();
  const distance = async () => ((await charger.boundingBox())?.y ?? 0) - ((await price.boundingBox())?.y ?? 0);
  expect(await distance(), "near the price").toBeLessThan(300);
  await expect(page.getByText(/inkl\. 19\s% MwSt\., zzgl\./).first()).toBeVisible();
  const safety = page.getByRole("region", { name: "Angaben zur Produktsicherheit" });
  await expect(safety.getByText("Hersteller", { exact: true })).toBeVisible();
  await expect(safety.getByText(/@/)).toBeVisible();
  await expect(safety.getByText(/Nicht in den Hausmüll.*Batterien/)).toBeVisible();
  const guarantee = page.getByRole("region", { name: /Gesetzliche Gewährleistung/ }).first();
  const rights = guarantee.getByRole("link", { name: "Deine Rechte in der EU" }).first();
  await expect(rights).toHaveAttribute("href", /europa\.eu/);
  const notice = page.getByRole("img", { name: /Hinweis der EU zum gesetzlichen Gewährleistungsrecht/ });
  await notice.scrollIntoViewIfNeeded();
  await expect.poll(() => notice.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const reviews = page.getByRole("region", { name: "Bewertungen" });
  await expect(reviews.getByText(/„Verifizierter Kauf“ steht nur dort/)).toBeVisible();
});

test("updates and repair: what the producer says stands with the technical data, and the way to one's rights beside it", async ({
  page,
}) => {
  await openPage(page, "/kategorie/business-notebooks?verfuegbar[]=1");
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/produkt\//);
  const specs = page.getByRole("region", { name: "Technische Daten" });
  await expect(specs.getByText(/^31\.12\.20\d\d$/)).toBeVisible();
  await expect(specs.getByText(/^\d,\d\/10$/)).toBeVisible();
  await expect(specs.getByText(/Ersatzteile gibt es mindestens \d Jahre lang/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Dein Recht auf Reparatur" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reparatur" })).toBeVisible();
  await expect(page.getByText(/verlängert sich die Zeit.* einmal um zwölf Monate/)).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Reparatur" })).toHaveCount(1);
});

test("order and EU billing: a guest pays from Vienna for goods to Hamburg, sees what it is above the button, and gets the terms", async ({
  page,
  request,
}) => {
  const email = newEmail();
  await openPage(page, "/kategorie/office-monitore?verfuegbar[]=1");
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/produkt\//);
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await addToCart(page);
  await fillGuest(page, email);
  const field = (label: string, at: number) => page.getByLabel(label, { exact: true }).nth(at);
  await field("Land", 0).selectOption({ label: "Österreich" });
  await field("PLZ", 0).fill("1010");
  await field("Ort", 0).fill("Wien");
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  const there = { Vorname: "Ole", Nachname: "Muster", Straße: "Kai", Hausnummer: "3", PLZ: "20457", Ort: "Hamburg" };
  for (const [label, value] of Object.entries(there)) await field(label, 1).fill(value);
  await field("Land", 1).selectOption({ label: "Deutschland" });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByRole("radio", { name: /giropay/i })).toHaveCount(0);
  await expect(arrow(page.getByRole("complementary", { name: "Zusammenfassung" }))).toBeVisible();
  await choosePayment(page, /Vorkasse/);

  const main = page.getByRole("main");
  await expect(main.getByText("1010 Wien")).toBeVisible();
  await expect(main.getByText("20457 Hamburg")).toBeVisible();
  const products = page.getByRole("region", { name: "Deine Produkte" });
  await expect(products.getByText(name)).toBeVisible();
  await expect(products.getByText(/Zoll|cm|Hz/).first()).toBeVisible();
  await expect(arrow(products)).toBeVisible();
  await expect(page.getByRole("img", { name: /Hinweis der EU zum gesetzlichen/ })).toBeVisible();
  const button = page.getByRole("button", { name: "Jetzt kaufen" }).locator("visible=true").first();
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  const total = main.getByText("Gesamtsumme").locator("visible=true").first();
  const order = [products, main.getByText("Versandkosten").locator("visible=true").first(), total, button];
  const tops = await Promise.all(order.map(top));
  expect(tops, "goods, shipping, total and the button follow each other").toEqual(tops.toSorted((a, b) => a - b));
  await expect(page.getByRole("link", { name: "Vertrag widerrufen" })).toBeVisible();

  await buy(page);
  const files = mailedFiles(request, email, new RegExp(await orderNumber(page)));
  expect(await files).toEqual(["AGB.pdf", "Widerrufsbelehrung.pdf", expect.stringMatching(/^Gewährleistung\./)]);
  await mailedText(request, email, /Altgeräte/);
});
