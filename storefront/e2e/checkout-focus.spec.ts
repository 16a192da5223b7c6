import messages from "../messages/de.json" with { type: "json" };
import { newCustomer } from "./support/account";
import { fillCard } from "./support/card";
import { kontor } from "./support/operator";
import {
  addToCart,
  buy,
  chooseDelivery,
  choosePayment,
  continueButton,
  expect,
  newEmail,
  openNotebook,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

// Where the focus goes when something is wrong, or when what had it is gone, and what is told then.

test("a method that its provider refuses after all says so, and cannot be chosen any more", async ({ page }) => {
  await startAtPayment(page, newEmail());
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto("/kasse#/payment");
    await page.reload();
    const method = page.getByRole("radio", { name: /Klarna.*sofort/i });
    await method.check({ force: true });
    await continueButton(page).click();
    await page.locator("[data-klarna-decision=decline]").click();
    await expect(page.getByRole("alert").filter({ hasText: messages.errors.payment_unavailable })).toBeInViewport();
    await expect(method).toBeDisabled();
    await page.getByRole("radio", { name: /Vorkasse/ }).check({ force: true });
    await expect(page.getByRole("alert").filter({ hasText: messages.errors.payment_unavailable })).toHaveCount(0);
  }
});

// Who knows where they are going does not wait for what a method loads.
test("who goes on before a method is ready waits for it, and is not taken on without it", async ({ page }) => {
  await startAtPayment(page, newEmail());
  const held = async (path: string) => {
    let release = () => {};
    const pressed = new Promise<void>((resolve) => (release = resolve));
    await page.route(path, (route) => pressed.then(() => route.continue()));
    return release;
  };
  const goOn = async () => {
    const saved = page.waitForResponse("**/checkout/payment-shipping");
    await continueButton(page).click();
    await saved;
  };
  const fields = await held("**/checkout/get-credit-card-fields");
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await goOn();
  fields();
  await expect(page.getByLabel("Kartennummer")).toBeVisible();
  await expect(continueButton(page)).toBeEnabled();
  await expect(page).toHaveURL(/#\/payment$/);

  const session = await held("**/checkout/payment-session");
  await page.getByRole("radio", { name: /Klarna.*sofort/i }).check({ force: true });
  await goOn();
  session();
  await page.locator("[data-klarna-decision=approve]").click();
  await expect(page).toHaveURL(/#\/shipping$/);
});

test("a verification number has as many digits as its card's, and is masked a second after it was typed", async ({
  page,
}) => {
  await page.clock.install();
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  const code = page.getByLabel("Prüfnummer");
  await expect(code).toBeVisible();
  await page.clock.pauseAt(Date.now() + 600_000);
  await code.fill("12x34");
  await expect(code).toHaveValue("123");
  await page.clock.runFor(900);
  await expect(code).toHaveAttribute("type", "text");
  await page.clock.runFor(100);
  await expect(code).toHaveAttribute("type", "password");
  await page.getByLabel("Kartennummer").fill("378282246310005");
  await code.fill("12345");
  await expect(code).toHaveValue("1234");
});

test("a card that is declined at the end leads back to the methods, and to the reason there", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await fillCard(page, "4111111111111111");
  await continueButton(page).click();
  await chooseDelivery(page);
  const declined = { result: "error", errors: ["payment_declined"], attemptId: "" };
  await page.route("**/checkout/process-credit-card", (route) => route.fulfill({ json: declined }));
  await buy(page);
  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByRole("alert").filter({ hasText: messages.errors.payment_declined })).toBeFocused();
});

test("a wallet's payment that is declined is told once, where the customer is", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Apple Pay/);
  await buy(page);
  await page.getByTestId("apple-pay-decline").click();
  await expect(page.getByRole("alert").filter({ hasText: messages.errors.payment_declined })).toHaveCount(1);
  await expect(page).toHaveURL(/#\/confirmation$/);
  await buy(page);
  await page.getByTestId("apple-pay-approve").click();
  await expect(page.getByTestId("order-id")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }), "what was waited for").toBeFocused();
});

test("the focus goes to the first that is wrong as the page has it, also to a place that was not chosen", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  await page.goto("/kasse#/address");
  await page.getByText("Ich bin Geschäftskunde").click();
  await page.getByLabel("Nachname", { exact: true }).fill("");
  await continueButton(page).click({ force: true }); // it says that it is disabled
  const company = page.getByLabel("Firma", { exact: true });
  await expect(company, "it came up last and stands first").toBeFocused();
  await expect(company).toHaveAccessibleDescription(messages.validation.missing);
  await page.getByText("Ich bin Geschäftskunde").click();
  await page.getByLabel("Nachname", { exact: true }).fill("Muster");

  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  await page.getByRole("radio", { name: "Packstation", exact: true }).check({ force: true });
  await page.getByLabel("Vorname", { exact: true }).last().fill("Kim");
  await page.getByLabel("Nachname", { exact: true }).last().fill("Muster");
  await page.getByLabel("Postnummer").fill("1234567");
  await continueButton(page).click({ force: true }); // it says that it is disabled
  const near = page.getByLabel("In der Nähe von (PLZ oder Ort)");
  await expect(near).toBeFocused();
  await expect(near).toHaveAccessibleDescription(messages.validation.missing_point);
});

test("what could not be read is tried again without losing the keyboard's place", async ({ page }) => {
  await startAtPayment(page, newEmail());
  const failed = { status: 500, json: { error: { code: "internal", reason: "internal" } } };
  await page.route("**/api/rules", (route) => route.fulfill(failed), { times: 1 });
  await page.goto("/kasse#/address");
  await page.getByRole("button", { name: messages.checkout.retry }).press("Enter");
  await expect(page.getByLabel("Nachname", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: messages.checkout.steps.address })).toBeFocused();
});

test("a voucher keeps the focus beside it, is announced, and says why it lapsed", async ({ page }) => {
  const setVoucher = (minimum: string) => kontor("voucher", "set", "FROH", "--amount", "5", "--minimum", minimum);
  await setVoucher("10");
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const vouchers = page.getByRole("region", { name: messages.checkout.voucher.title });
  const code = vouchers.getByLabel("Gutscheincode");
  const remove = vouchers.getByRole("button", { name: "Gutschein FROH entfernen" });
  const redeem = async () => {
    await code.fill("FROH");
    await code.press("Enter");
    await expect(remove).toBeFocused();
    await expect(vouchers.getByRole("status")).toHaveText("Gutschein FROH ist eingelöst.");
  };
  await redeem();
  await remove.press("Enter");
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("");
  await expect(vouchers.getByRole("status")).toHaveText("Gutschein FROH ist entfernt.");
  await redeem();
  await setVoucher("99999");
  await page.reload();
  await expect(vouchers.getByText(messages.errors.voucher_minimum)).toBeVisible();
  await remove.press("Enter");
  await expect(code).toBeFocused();
  await expect(vouchers.getByText(messages.errors.voucher_minimum)).toHaveCount(0);
});

test("a button that reaches its bound keeps the focus", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  const less = page.getByRole("button", { name: "Anzahl verringern" });
  await page.getByRole("button", { name: "Anzahl erhöhen" }).press("Enter");
  await expect(less).toBeEnabled();
  await less.press("Enter");
  await expect(less).toBeDisabled();
  await expect(less).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^Anzahl von/ })).toHaveValue("1");
});

test("a customer who orders as a guest after all goes on from the top of the page", async ({ page }) => {
  await newCustomer(page);
  await putNotebook(page);
  await page.goto("/kasse#/");
  await page.getByRole("button", { name: messages.checkout.login.asGuest }).press("Enter");
  await expect(page.getByRole("heading", { name: messages.checkout.login.customer })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});
