import { expectOneMail } from "./support/mail";
import {
  addToCart,
  buy,
  choosePayment,
  enterGuest,
  expect,
  newEmail,
  openNotebook,
  orderNumber,
  test,
  continueButton,
} from "./support/shop";

test("a guest buys a notebook and pays in advance", async ({ page, request }) => {
  const email = newEmail();
  const name = await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, email);
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByText(name).locator("visible=true").first()).toBeVisible();
  await expect(page.getByText("20457 Hamburg")).toBeVisible();
  await buy(page);

  expect(Number(await orderNumber(page))).toBeGreaterThan(0);
  await expect(page.getByText("IBAN", { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR-Code für Banking-Apps" })).toHaveJSProperty("complete", true);
  await expect(page.getByRole("link", { name: "Bild speichern" })).toHaveAttribute("download", "girocode.png");
  await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", /^\/produkt\//);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole("link", { name: "+49 40 1234567" })).toHaveAttribute("href", "tel:+49401234567");
  await expect(page.getByText("Auf der Seite jedes Produkts kannst du es bewerten")).toBeVisible();
  await expect(page.getByRole("link", { name: "Zum Kundenkonto" })).toHaveAttribute("href", "/kundenkonto");
  await expect(page.locator("#ratings"), "without consent there is no script of a partner").toHaveCount(0);
  await expectOneMail(request, email);

  await page.goto("/warenkorb");
  await expect(page.getByText("Zur Zeit befinden sich keine Produkte im Warenkorb.")).toBeVisible();
});

test("the address step names what is wrong and does not go on", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse#/confirmation/");
  await expect(page).toHaveURL(/#\/$/);
  // A part of it would be somebody else's address.
  const long = `kim@${"kontor.".repeat(12)}de`;
  await page.getByLabel("E-Mail-Adresse").first().fill(long);
  await expect(page.getByLabel("E-Mail-Adresse").first()).toHaveValue(long);
  await expect(page.getByText("Bitte gib maximal 80 Zeichen ein.")).toBeVisible();
  await page.getByLabel("E-Mail-Adresse").first().fill("kim@kontor");
  await expect(page.getByText("Am Ende fehlt die Domain-Endung")).toBeVisible();
  await expect(continueButton(page)).toBeDisabled();
  await page.getByLabel("E-Mail-Adresse").first().fill("  kim@kontor.de  ");
  await continueButton(page).click();

  await page.getByLabel("Vorname").fill("Muster GmbH");
  await page.getByLabel("PLZ").fill("2045");
  await page.getByLabel("Hausnummer").fill("a1");
  await page.getByLabel("Ort", { exact: true }).focus();
  await expect(page.getByText('Du darfst "GmbH" nicht im Namen benutzen.')).toBeVisible();
  await expect(page.getByText("Diese Postleitzahl passt nicht zum gewählten Land.")).toBeVisible();
  await expect(page.getByText("Die Hausnummer muss mit einer Ziffer beginnen.")).toBeVisible();
  await expect(continueButton(page)).toBeDisabled();
});
