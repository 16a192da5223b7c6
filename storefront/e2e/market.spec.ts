import { addToCart, choosePayment, enterGuest, expect, newEmail, openNotebook, openPage, test } from "./support/shop";
import { checkedPages } from "../src/lib/accessibility/coverage";

// What a browser must show of the rules in core/docs/market-de.md; the rest is tested below it.

test("a product says who answers for it, how it is disposed of, and which guarantee the law gives", async ({
  page,
}) => {
  await openNotebook(page);
  const safety = page.getByRole("region", { name: "Angaben zur Produktsicherheit" });
  await expect(safety.getByText("Hersteller", { exact: true })).toBeVisible();
  await expect(safety.getByText(/Nicht in den Hausmüll/)).toBeVisible();
  const guarantee = page.getByRole("region", { name: /Gesetzliche Gewährleistung/ }).first();
  await expect(guarantee.getByRole("link", { name: "Deine Rechte in der EU" }).first()).toHaveAttribute(
    "href",
    /europa\.eu/,
  );
  const notice = page.getByRole("img", { name: /Hinweis der EU zum gesetzlichen Gewährleistungsrecht/ });
  await notice.scrollIntoViewIfNeeded();
  await expect.poll(() => notice.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText(/inkl\. 19 % MwSt\., zzgl\./).first()).toBeVisible();
});

test("a guarantee's label opens at the first click, and goods by weight have their base price", async ({ page }) => {
  await openPage(page, "/kategorie/waermeleitpaste");
  await expect(page.getByText(/Grundpreis: .* \/ kg/).first()).toBeVisible();
  await openPage(page, "/produkte/Corsair SF1000");
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await page.getByText("GARAN").first().click();
  await expect(page.getByText(/garantiert kostenlos 10 Jahre lang/)).toBeVisible();
});

test("the cart names means of payment and where the shop delivers, before ordering begins", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await openPage(page, "/warenkorb");
  const summary = page.getByRole("region", { name: "Zusammenfassung" });
  await expect(summary.getByRole("img", { name: "Vorkasse" })).toBeVisible();
  await expect(summary.getByText(/liefern/)).toBeVisible();
});

test("what is bought stands above a button that says it costs", async ({ page }) => {
  const name = await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByRole("button", { name: "Jetzt kaufen" }).locator("visible=true").first()).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
  const products = page.getByRole("region", { name: "Deine Produkte" });
  await expect(products.getByText(/GB .* · /).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /Hinweis der EU zum gesetzlichen/ })).toBeVisible();
});

test("the accessibility statement is made of what the tests visit, and takes a report by keyboard", async ({
  page,
}) => {
  await openPage(page, "/infocenter/section/accessibility");
  const coverage = page.getByRole("region", { name: "Was automatisch geprüft wird" });
  await expect(coverage.getByRole("listitem")).toHaveCount(checkedPages.length);
  const form = page.getByRole("region", { name: "Barriere melden" });
  const text = form.getByRole("textbox", { name: /Was konntest du nicht benutzen/ });
  await text.focus();
  await page.keyboard.type("Der Knopf hat keinen Namen.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("niemand");
  await page.keyboard.press("Tab");
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/accessibility/report"));
  await page.keyboard.press("Enter");
  const status = (await answer).status();
  // A shop whose operator has no address takes no reports, and says so.
  if (status === 404) await expect(form.getByText(/hat nicht geklappt/)).toBeVisible();
  else await expect(form.getByText("Bitte prüf die E-Mail-Adresse.")).toBeVisible();
});
