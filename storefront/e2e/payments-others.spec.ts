import { expectOneMail } from "./support/mail";
import { kontor } from "./support/operator";
import { decideThere } from "./support/provider";
import {
  addToCart,
  buy,
  chooseDelivery,
  choosePayment,
  continueButton,
  enterGuest,
  expect,
  fillGuest,
  newEmail,
  openFound,
  openNotebook,
  orderNumber,
  startAtPayment,
  stepStates,
  test,
} from "./support/shop";

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
    const summary = page.getByRole("complementary", { name: "Zusammenfassung" });
    const row = summary.getByText("Gebühr der Zahlungsart").locator("xpath=..");
    if (fee) await expect(row).toContainText(fee);
    else await expect(row).toHaveCount(0);
    await expect(summary.getByText("Zahlungsart", { exact: true })).toHaveCount(named ? 1 : 0);
    await buy(page);
    for (const decision of there) await decideThere(page, decision);
    expect(Number(await orderNumber(page))).toBeGreaterThan(0);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expectOneMail(request, email);
  });
}

test("Kreditkarte (Saferpay): what leaves in two deliveries is paid as a whole with the first", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await openFound(page, "CyberPower PR3000LCDSL"); // for a forwarder
  await addToCart(page);
  await fillGuest(page, newEmail());
  await page.getByLabel("Telefonnummer", { exact: false }).first().fill("040 1234567");
  await continueButton(page).click();
  await choosePayment(page, /^Kreditkarte \(Saferpay\)/);
  await buy(page);
  await decideThere(page, "pay");
  const order = await orderNumber(page);
  type Shown = {
    payments: { kind: string; state: string; amount: { minor: number } }[];
    deliveries: { state: string }[];
  };
  for (const left of [1, 2]) {
    await expect(() => kontor("order", "ship", order)).toPass(); // it is placed once its workflow knows of the money
    const { payments, deliveries } = await kontor<Shown>("order", "show", order);
    expect(deliveries.filter(({ state }) => state === "shipped")).toHaveLength(left);
    expect(payments.filter(({ kind, state }) => kind === "capture" && state === "done")).toHaveLength(1);
  }
});

test("Amazon Pay: who comes back without having confirmed reads so, and can begin again", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Amazon Pay/);
  await buy(page);
  await expect(page).toHaveURL(/\/amazonpay\/checkout\//, { timeout: 30_000 });
  await page.goto(`/kasse/express/amazonpay?amazonCheckoutSessionId=${page.url().split("/").at(-1)}`);
  await expect(page).toHaveURL(/\/kasse#\/payment$/);
  await expect(page.getByText("Die Zahlung ist beim Zahlungsanbieter noch nicht bestätigt")).toBeVisible();
  await choosePayment(page, /Amazon Pay/);
  await buy(page);
  await decideThere(page, "approve");
  await orderNumber(page);
});

test("Klarna: another way of delivery than the one agreed to leads back to agree, before the button", async ({
  page,
}) => {
  const orders: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/checkout/process-klarna")) orders.push(sent.url());
  });
  await startAtPayment(page, newEmail());
  const agree = async () => {
    await page.getByRole("radio", { name: /^Klarna Rechnung/ }).check({ force: true });
    await continueButton(page).click();
    await page.locator("[data-klarna-decision=approve]").click();
    await expect(page).toHaveURL(/#\/shipping$/);
  };
  await agree();
  await page.getByRole("radio", { name: /Express/ }).check({ force: true });
  await continueButton(page).click();
  await expect(page.getByText("Deine Bestellung hat sich seit der Zustimmung geändert.")).toBeVisible();
  await expect(page).toHaveURL(/#\/payment$/);
  expect(orders).toEqual([]);
  await agree();
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
  await buy(page);
  await orderNumber(page);
  expect(orders).toHaveLength(1);
});

test("PayPal express to a Packstation: the form says why it asks whom to bill", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: "Direkt zu PayPal" }).click();
  await expect(page.getByText("Simulator", { exact: false }).first()).toBeVisible({ timeout: 30_000 });
  await page.getByText("Etwas anderes geschehen lassen").click();
  await decideThere(page, "packstation");
  await expect(page).toHaveURL(/\/kasse#\/address$/, { timeout: 30_000 });
  await expect(page.getByText("PayPal hat uns gesagt, wohin wir liefern sollen")).toBeVisible();
});

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
  await expect(page.getByText("Du hast die Zahlung abgebrochen.")).toBeVisible();
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
    await openNotebook(page);
    await addToCart(page);
    await enterGuest(page, email);
    await page.getByRole("radio", { name: /^Kreditkarte \(Saferpay\)/ }).check({ force: true });
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
    await chooseDelivery(page);
    await expect.poll(top).toBe(0);
    await buy(page);
    await decideThere(page, "pay");
    await orderNumber(page);
    await expectOneMail(request, email);
  });
});

test("who waits for Klarna's widget is told of the other ways to pay, and can take one", async ({ page }) => {
  await startAtPayment(page, newEmail());
  let go = () => {};
  const held = new Promise<void>((answer) => (go = answer));
  await page.route("**/api/checkout/payment-session", (route) => held.then(() => route.abort()));
  await page.getByRole("radio", { name: /Klarna.*sofort/i }).check({ force: true });
  await expect(page.getByText("Das dauert länger als sonst.")).toBeVisible({ timeout: 15_000 });
  await choosePayment(page, /Vorkasse/);
  go();
});
