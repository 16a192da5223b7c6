import type { Page } from "@playwright/test";
import { fillCard } from "./support/card";
import { expectOneMail } from "./support/mail";
import { kontor } from "./support/operator";
import { Counter, decideThere, simulated } from "./support/provider";
import {
  buy,
  chooseDelivery,
  choosePayment,
  continueButton,
  expect,
  newEmail,
  orderNumber,
  putNotebook,
  startAtPayment,
  stepStates,
  test,
} from "./support/shop";

async function choose(page: Page, method: RegExp): Promise<void> {
  await page.getByRole("radio", { name: method }).check({ force: true });
}

test("Klarna, pay later: the customer agrees in the widget, one order and no charge yet", async ({ page, request }) => {
  const email = newEmail();
  const orders = await Counter.since(request, "klarna", "authorization");
  await startAtPayment(page, email);
  await choose(page, /Klarna.*(Rechnung|später)/i);
  await expect(page.getByRole("region", { name: "Klarna" })).toBeVisible();
  await continueButton(page).click();
  await page.locator("[data-klarna-decision=approve]").click();
  await chooseDelivery(page);
  await buy(page);
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await orders.grown()).toBe(1);
});

test("Klarna, pay now: the last step is taken when buying; a refusal keeps the customer at the payment", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  await choose(page, /Klarna.*sofort/i);
  await continueButton(page).click();
  await page.locator("[data-klarna-decision=cancel]").click();
  await expect(page.getByText("Bitte prüfe deine Angaben bei Klarna")).toBeVisible();
  await continueButton(page).click();
  await page.locator("[data-klarna-decision=approve]").click();
  await chooseDelivery(page);
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
  await startAtPayment(page, email);
  await choose(page, /^Kreditkarte (?!\()/);
  await fillCard(page, "4111111111111112");
  await continueButton(page).click();
  await expect(page.getByText("Bitte gib eine gültige Kartennummer an.")).toBeVisible();
  await fillCard(page, "4000000000000127");
  await continueButton(page).click();
  await expect(page.getByRole("group").getByRole("alert")).toBeVisible();
  await fillCard(page, "4012001037141112");
  await continueButton(page).click();
  await chooseDelivery(page);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await authorizations.grown()).toBe(1);
  expect(seen, "the card's number went to the gateway only").toEqual([]);
});

test("a card that is declined when buying leads back to the methods, and another one buys at once", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  for (const number of ["4301111100000101", "4111111111111111"]) {
    await choose(page, /^Kreditkarte (?!\()/);
    await fillCard(page, number);
    await continueButton(page).click();
    await chooseDelivery(page);
    await buy(page);
    if (number.startsWith("43")) await expect(page.getByText("Die Zahlung wurde abgelehnt.")).toHaveCount(1);
  }
  await orderNumber(page);
});

test("financing: the form is posted to the bank, which sends the customer back", async ({ page, request }) => {
  const email = newEmail();
  await startAtPayment(page, email);
  await page.getByRole("button", { name: /^Mehr zu .*(Consors|0.?%)/ }).click();
  await expect(page.getByText(/Repräsentatives Beispiel: Nettodarlehensbetrag .* effektiver Jahreszins/)).toBeVisible();
  await page.keyboard.press("Escape");
  await choosePayment(page, /Consors|0.?%/);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
});

test("Amazon Pay in the checkout: confirmed at Amazon, bought on the way back", async ({ page, request }) => {
  const email = newEmail();
  await startAtPayment(page, email);
  await choosePayment(page, /Amazon Pay/);
  await buy(page);
  await decideThere(page, "cancel");
  await expect(page).toHaveURL(/\/kasse#\/payment$/, { timeout: 30_000 });
  await expect(page.getByText("Du hast die Zahlung abgebrochen.")).toBeVisible();
  await choosePayment(page, /Amazon Pay/);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
});

test("PayPal express: from the cart without a form", async ({ page }) => {
  await putNotebook(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: "Direkt zu PayPal" }).click();
  await decideThere(page, "approve");
  await expect(page).toHaveURL(/\/kasse#\/shipping$/, { timeout: 30_000 });
  await expect.poll(() => stepStates(page)).toEqual(["disabled", "disabled", "done", "active", "inactive"]);
  await chooseDelivery(page);
  await expect(page.getByRole("button", { name: /Konto ändern/ })).toHaveCount(0);
  await buy(page);
  await orderNumber(page);
});

test("Amazon Pay express: Amazon's button in the cart, confirmed at Amazon after the summary", async ({ page }) => {
  await putNotebook(page);
  await page.goto("/warenkorb");
  await page.getByTestId("amazon-pay-button").click();
  await decideThere(page, "continue");
  await expect(page).toHaveURL(/\/kasse#\/shipping$/, { timeout: 30_000 });
  await chooseDelivery(page);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
});

test("Apple Pay: not offered where the browser cannot have it", async ({ page }) => {
  const asked = page.waitForRequest(simulated("applepay/apple-pay.js"));
  await page.route(simulated("applepay/apple-pay.js"), (route) => route.abort());
  await startAtPayment(page, newEmail());
  await asked;
  for (const other of [/Klarna.*sofort/i, /Klarna.*(Rechnung|später)/i, /^Finanzierung mit Santander/])
    await expect(page.getByRole("radio", { name: other }), "the others are").toBeAttached();
  await expect(page.getByRole("radio", { name: /Apple Pay/ })).toHaveCount(0);
});

test("Apple Pay: its script gives it to the browser, and it is paid in its sheet", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Apple Pay/);
  await buy(page);
  const paid = page.waitForResponse("**/kasse/applepay/process");
  await page.getByTestId("apple-pay-approve").click();
  await paid;
  const since = Date.now();
  await page.waitForURL(/\/kasse\/erfolgreich/);
  expect(Date.now() - since, "the sheet shows its own success for 3 s").toBeGreaterThan(2_500);
  await orderNumber(page);
});

test("what a voucher pays for entirely is bought without the provider, by any method", async ({ page, request }) => {
  const code = `ALLES${Date.now()}`;
  await kontor("voucher", "set", code, "--amount", "9000", "--max", "2");
  const orders = await Counter.since(request, "klarna", "authorization");
  for (const method of [/Klarna.*sofort/i, /Apple Pay/]) {
    const agreed = method.test("Klarna, sofort");
    const toDelivery = async () => {
      await choose(page, method);
      await continueButton(page).click();
      if (agreed) await page.locator("[data-klarna-decision=approve]").click();
      await expect(page).toHaveURL(/#\/shipping$/);
    };
    await startAtPayment(page, newEmail());
    await toDelivery();
    await page.getByRole("radio", { name: /Pickup in store/ }).check({ force: true }); // costs nothing, as the goods do
    await page.getByRole("combobox").selectOption({ label: "Abholung im Markt Leipzig" });
    await continueButton(page).click();
    if (agreed) {
      await expect(page, "to another way of delivery").toHaveURL(/#\/payment$/);
      await toDelivery();
      await continueButton(page).click();
    }
    await page.getByLabel("Gutscheincode").fill(code);
    await page.getByLabel("Gutscheincode").press("Enter");
    await expect(page.getByRole("button", { name: `Gutschein ${code} entfernen` })).toBeVisible();
    await page.reload(); // what the provider had agreed to is lost with the page, and needed no more
    await buy(page);
    await orderNumber(page);
  }
  expect(await orders.grown()).toBe(0);
});

test("a business is offered its invoice provider, a private customer is not", async ({ page, request }) => {
  const email = newEmail();
  await startAtPayment(page, email);
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
