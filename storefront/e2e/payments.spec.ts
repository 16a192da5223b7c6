import type { Page } from "@playwright/test";
import { fillCard } from "./support/card";
import { expectOneMail } from "./support/mail";
import { Counter, decideThere, simulated } from "./support/provider";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  enterGuest,
  expect,
  newEmail,
  openNotebook,
  orderNumber,
  startAtPayment,
  stepStates,
  test,
} from "./support/shop";

async function toPayment(page: Page, email: string): Promise<void> {
  await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, email);
}

async function choose(page: Page, method: RegExp): Promise<void> {
  await page.getByRole("radio", { name: method }).check({ force: true });
}

async function ship(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#\/shipping$/);
  await page.getByRole("radio").first().check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
}

test("Klarna, pay later: the customer agrees in the widget, one order and no charge yet", async ({ page, request }) => {
  const email = newEmail();
  const orders = await Counter.since(request, "klarna", "authorization");
  await toPayment(page, email);
  await choose(page, /Klarna.*(Rechnung|später)/i);
  await expect(page.getByRole("region", { name: "Klarna" })).toBeVisible();
  await continueButton(page).click();
  await page.locator("[data-klarna-decision=approve]").click();
  await ship(page);
  await buy(page);
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await orders.grown()).toBe(1);
});

test("Klarna, pay now: the last step is taken when buying; a refusal keeps the customer at the payment", async ({
  page,
}) => {
  await toPayment(page, newEmail());
  await choose(page, /Klarna.*sofort/i);
  await continueButton(page).click();
  await page.locator("[data-klarna-decision=cancel]").click();
  await expect(page.getByText("Bitte prüfe deine Angaben bei Klarna")).toBeVisible();
  await continueButton(page).click();
  await page.locator("[data-klarna-decision=approve]").click();
  await ship(page);
  await buy(page);
  await orderNumber(page);
});

test("card: checked by the gateway alone, confirmed by 3-D Secure", async ({ page, request }) => {
  const email = newEmail();
  const authorizations = await Counter.since(request, "payone", "authorization");
  const seen: string[] = [];
  page.on("request", (sent) => {
    if (!sent.url().startsWith(simulated("payone")) && sent.postData()?.includes("4012001037141112"))
      seen.push(sent.url());
  });
  await toPayment(page, email);
  await choose(page, /^Kreditkarte (?!\()/);
  await fillCard(page, "4111111111111112");
  await continueButton(page).click();
  await expect(page.getByText("Bitte gib eine gültige Kartennummer an.")).toBeVisible();
  await fillCard(page, "4000000000000127");
  await continueButton(page).click();
  await expect(page.getByRole("group").getByRole("alert")).toBeVisible();
  await fillCard(page, "4012001037141112");
  await continueButton(page).click();
  await ship(page);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await authorizations.grown()).toBe(1);
  expect(seen, "the card's number went to the gateway only").toEqual([]);
});

test("financing: the form is posted to the bank, which sends the customer back", async ({ page, request }) => {
  const email = newEmail();
  await toPayment(page, email);
  await choosePayment(page, /Consors|0.?%/);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
});

test("Amazon Pay in the checkout: confirmed at Amazon, bought on the way back", async ({ page, request }) => {
  const email = newEmail();
  await toPayment(page, email);
  await choosePayment(page, /Amazon Pay/);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
});

test("PayPal express: from the cart without a form", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: "Direkt zu PayPal" }).click();
  await decideThere(page, "approve");
  await expect(page).toHaveURL(/\/kasse#\/shipping$/, { timeout: 30_000 });
  await expect.poll(() => stepStates(page)).toEqual(["disabled", "disabled", "done", "active", "inactive"]);
  await page.getByRole("radio").first().check({ force: true });
  await continueButton(page).click();
  await expect(page.getByRole("button", { name: /Konto ändern/ })).toHaveCount(0);
  await buy(page);
  await orderNumber(page);
});

test("Amazon Pay express: Amazon's button in the cart, confirmed at Amazon after the summary", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByTestId("amazon-pay-button").click();
  await decideThere(page, "continue");
  await expect(page).toHaveURL(/\/kasse#\/shipping$/, { timeout: 30_000 });
  await page.getByRole("radio").first().check({ force: true });
  await continueButton(page).click();
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
});

test("Apple Pay: not offered where the browser cannot have it", async ({ page }) => {
  const asked = page.waitForRequest(simulated("applepay/apple-pay.js"));
  await page.route(simulated("applepay/apple-pay.js"), (route) => route.abort());
  await toPayment(page, newEmail());
  await asked;
  await expect(page.getByRole("radio", { name: /Apple Pay/ })).toHaveCount(0);
});

test("Apple Pay: its script gives it to the browser, and it is paid in its sheet", async ({ page }) => {
  await toPayment(page, newEmail());
  await choosePayment(page, /Apple Pay/);
  await buy(page);
  await page.getByTestId("apple-pay-approve").click();
  await orderNumber(page);
});

test("a business is offered its invoice provider, a private customer is not", async ({ page, request }) => {
  const email = newEmail();
  await toPayment(page, email);
  await expect(page.getByRole("radio", { name: /für Unternehmen/ })).toHaveCount(0);
  await page.goto("/kasse#/address");
  await page.getByText("Ich bin Geschäftskunde").click();
  await page.getByLabel("Land").selectOption({ label: "Spanien" });
  await expect(page.getByText("Für Rechnungen nach Spanien brauchen wir deine spanische NIF-IVA")).toBeVisible();
  await page.getByLabel("Land").selectOption({ label: "Deutschland" });
  await page.getByLabel("Firma", { exact: true }).fill("Muster Werke AG");
  await continueButton(page).click();
  await expect(page.getByRole("radio", { name: /Klarna/ })).toHaveCount(0);
  await choosePayment(page, /Rechnungskauf für Unternehmen/);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
});

// What is pressed at the page of a method's provider, if it has one. `fee` is what the summary adds; it names some alone.
const others = [
  { title: "Nachnahme", there: [], fee: "2,00\u00a0€" },
  { title: "Rechnung", there: [] },
  { title: "Finanzierung mit Santander", there: ["approve"], named: true },
  { title: "Direktüberweisung", there: ["approve"] },
  { title: "SEPA-Lastschrift für Unternehmen", there: ["approve"], business: true },
  { title: "Ratenkauf für Unternehmen", there: ["approve"], business: true },
];

for (const { title, there, fee, business, named } of others) {
  test(`${title}: one order, one mail`, async ({ page, request }) => {
    const email = newEmail();
    await startAtPayment(page, email, { business });
    const note = page.getByRole("region", { name: business ? "Bezahlen als Unternehmen" : "Gut zu wissen" });
    await expect(note.getByRole("listitem").first()).toBeVisible();
    await choosePayment(page, new RegExp(`^${title}\\s`));
    const row = page.getByText("Gebühr der Zahlungsart").locator("visible=true").locator("xpath=..");
    if (fee) await expect(row).toContainText(fee);
    else await expect(row).toHaveCount(0);
    const summary = page.getByRole("complementary", { name: "Zusammenfassung" });
    await expect(summary.getByText("Zahlungsart", { exact: true })).toHaveCount(named ? 1 : 0);
    await buy(page);
    for (const decision of there) await decideThere(page, decision);
    expect(Number(await orderNumber(page))).toBeGreaterThan(0);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expectOneMail(request, email);
  });
}

test("express errors are told in the cart, and its buttons work again", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.route("**/kasse/paypal/init", (route) => route.fulfill({ json: { successful: true } }), { times: 1 });
  const paypal = page.getByRole("button", { name: "Direkt zu PayPal" });
  await paypal.click();
  await expect(page.getByText("Die direkte Zahlung lässt sich gerade nicht starten.")).toBeVisible();
  await paypal.click();
  await decideThere(page, "cancel");
  await expect(page).toHaveURL(/\/warenkorb/, { timeout: 30_000 });
  await expect(page.getByRole("heading", { name: "Zusammenfassung" })).toBeVisible();
  for (const [reason, text] of [
    ["express_not_approved", "Die Zahlung wurde nicht bestätigt."],
    ["express_address_paypal", "Mit der Adresse in deinem PayPal-Konto können wir nicht liefern."],
  ] as const) {
    await page.goto(`/warenkorb?express_error=${reason}`);
    await expect(page.getByText(text)).toBeVisible();
  }
});

test.describe("at a phone's width", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("Saferpay: the total and the button stay at the foot, and each step begins at its top", async ({
    page,
    request,
  }) => {
    const email = newEmail();
    await toPayment(page, email);
    await choose(page, /^Kreditkarte \(Saferpay\)/);
    await expect(continueButton(page), "it glows once the step is complete").toHaveCSS("animation-duration", "1.5s");
    await expect(page.getByText(/Gutschein/).first()).toBeVisible();
    const bar = page.getByTestId("summary-bar");
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    await expect(bar).toBeInViewport();
    await expect(bar).toContainText("€");
    await continueButton(page).scrollIntoViewIfNeeded();
    await expect(bar).not.toBeInViewport();
    const top = () => page.evaluate(() => window.scrollY);
    expect(await top()).toBeGreaterThan(0);
    await continueButton(page).click();
    await expect(page).toHaveURL(/#\/shipping$/);
    await expect.poll(top).toBe(0);
    expect(await stepStates(page)).toEqual(["done", "done", "done", "active", "inactive"]);
    await page.getByRole("radio").first().check({ force: true });
    await continueButton(page).click();
    await expect(page).toHaveURL(/#\/confirmation$/);
    await expect.poll(top).toBe(0);
    await buy(page);
    await decideThere(page, "pay");
    await orderNumber(page);
    await expectOneMail(request, email);
  });
});
