import { newCustomer } from "./support/account";
import { fillCard } from "./support/card";
import { decideThere } from "./support/provider";
import {
  addToCart,
  buy,
  chooseDelivery,
  choosePayment,
  continueButton,
  expect,
  newEmail,
  openNotebook,
  orderNumber,
  startAtPayment,
  test,
} from "./support/shop";

// What other tests do at a desktop's width, at a phone's: every way to pay and every type of checkout leads to an order.
// Prepayment and Saferpay are paid at this width elsewhere.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const methods = [
  { method: /^Nachnahme/, there: [] },
  { method: /^Rechnung\s/, there: [] },
  { method: /^PayPal/, there: ["approve"] },
  { method: /^Finanzierung mit Santander/, there: ["approve"] },
  { method: /Consors|0.?%/, there: ["approve"] },
  { method: /^Direktüberweisung/, there: ["approve"] },
  { method: /^Amazon Pay/, there: ["approve"] },
  { method: /^Rechnungskauf für Unternehmen/, there: ["approve"], business: true },
  { method: /^SEPA-Lastschrift für Unternehmen/, there: ["approve"], business: true },
  { method: /^Ratenkauf für Unternehmen/, there: ["approve"], business: true },
];

for (const { method, there, business } of methods) {
  test(`${method.source}: an order`, async ({ page }) => {
    await startAtPayment(page, newEmail(), { business });
    const radio = page.getByRole("radio", { name: method });
    await radio.evaluate((input) => input.scrollIntoView({ block: "center" })); // not below the bar at the foot
    await choosePayment(page, method);
    await buy(page);
    for (const decision of there) await decideThere(page, decision);
    await orderNumber(page);
  });
}

for (const [title, method] of [
  ["Klarna, pay later", /Klarna.*(Rechnung|später)/i],
  ["Klarna, pay now", /Klarna.*sofort/i],
] as const) {
  test(`${title}: an order`, async ({ page }) => {
    await startAtPayment(page, newEmail());
    await page.getByRole("radio", { name: method }).check({ force: true });
    await continueButton(page).click();
    await page.locator("[data-klarna-decision=approve]").click();
    await chooseDelivery(page);
    await buy(page);
    await orderNumber(page);
  });
}

test("credit card: an order", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await fillCard(page, "4111111111111111");
  await continueButton(page).click();
  await chooseDelivery(page);
  await buy(page);
  await orderNumber(page);
});

test("Apple Pay: an order", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Apple Pay/);
  await buy(page);
  await page.getByTestId("apple-pay-approve").click();
  await orderNumber(page);
});

test("cash at the pickup: an order", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /Bar oder EC-Karte/ }).check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/shipping$/);
  await page.getByRole("combobox").selectOption({ label: "Abholung im Markt Leipzig" });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
  await buy(page);
  await orderNumber(page);
});

for (const [title, there, after] of [
  ["PayPal express", "approve", []],
  ["Amazon Pay express", "continue", ["approve"]],
] as const) {
  test(`${title}: from the cart to an order`, async ({ page }) => {
    await openNotebook(page);
    await addToCart(page);
    await page.goto("/warenkorb");
    const paypal = page.getByRole("button", { name: "Direkt zu PayPal" });
    await (title === "PayPal express" ? paypal : page.getByTestId("amazon-pay-button")).click();
    await decideThere(page, there);
    await expect(page).toHaveURL(/\/kasse#\/shipping$/, { timeout: 30_000 });
    await chooseDelivery(page);
    await buy(page);
    for (const decision of after) await decideThere(page, decision);
    await orderNumber(page);
  });
}

test("light account, then customer, then again after a refusal: three types of checkout, two orders", async ({
  page,
}) => {
  test.slow(); // an account and two orders
  await newCustomer(page);
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse");
  await expect(page, "light: the address").toHaveURL(/#\/address$/);
  for (const [label, value] of Object.entries({
    Straße: "Speicherstraße",
    Hausnummer: "12",
    PLZ: "20457",
    Ort: "Hamburg",
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await continueButton(page).click();
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await orderNumber(page);

  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse");
  await expect(page, "customer: the payment").toHaveURL(/#\/payment$/);
  await choosePayment(page, /^PayPal/);
  await buy(page);
  await page.getByText("Etwas anderes geschehen lassen").click({ timeout: 30_000 });
  await decideThere(page, "decline");
  await expect(page, "reinit: the payment, with the reason").toHaveURL(/\/kasse#\/payment$/, { timeout: 30_000 });
  await expect(page.getByText("Die Zahlung wurde abgelehnt.")).toBeVisible();
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await orderNumber(page);
});

test("a voucher is asked for before the button that buys, and who collects a parcel is who orders it", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const code = await page.getByLabel("Gutscheincode").boundingBox();
  const button = await page.getByRole("button", { name: "Jetzt kaufen" }).first().boundingBox();
  expect(code?.y).toBeLessThan(button?.y ?? 0);
  await page.goto("/kasse#/address");
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  await page.getByRole("radio", { name: "Paketshop", exact: true }).check({ force: true });
  await expect(page.getByLabel("Nachname", { exact: true }).last()).toHaveValue("Muster");
});
