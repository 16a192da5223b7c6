import type { Locator, Page } from "@playwright/test";
import { registerCustomer } from "./support/account";
import { fillCard } from "./support/card";
import { expectOneMail } from "./support/mail";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  enterGuest,
  expect,
  fillGuest,
  newEmail,
  openFound,
  openNotebook,
  orderNumber,
  test,
} from "./support/shop";

const home = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

test("a light account gives its address in the checkout, and the next time chooses from the book", async ({ page }) => {
  test.slow(); // two orders and an account
  await registerCustomer(page, newEmail());
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse");
  await expect(page).toHaveURL(/#\/address$/);
  await expect(page.getByLabel("Vorname", { exact: true })).toHaveValue("Kim");
  await expect(page.getByText("Ich bin Geschäftskunde")).toHaveCount(0);
  await fill(page, home);
  await continueButton(page).click();
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByText("Bestellung mit Kundenkonto")).toBeVisible();
  await buy(page);
  await orderNumber(page);

  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse");
  await expect(page).toHaveURL(/#\/payment$/);
  await page.goto("/kasse#/address");
  await expect(page.getByText("20457 Hamburg")).toBeVisible();
  await expect(page.getByLabel("Straße", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Rechnungsadresse ändern" }).click();
  await page.getByLabel("Hausnummer", { exact: true }).fill("14");
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  const delivery = (label: string) => page.getByLabel(label, { exact: true }).last();
  await delivery("Vorname").fill("Toni");
  await delivery("Nachname").fill("Muster");
  for (const [label, value] of Object.entries({ ...home, Ort: "Cuxhaven" })) await delivery(label).fill(value);
  await continueButton(page).click();
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByText("Speicherstraße 14")).toBeVisible();
  await expect(page.getByText("20457 Cuxhaven")).toBeVisible();

  await page.goto("/kasse#/address");
  await expect(page.getByRole("radio", { name: /Toni Muster/ })).toBeChecked();
  await page.goto("/kundenkonto/adressen");
  await expect(page.getByText("20457 Cuxhaven")).toHaveCount(1);
  await expect(page.getByText("Speicherstraße 14")).toBeVisible();
});

test("a customer goes on as a guest with the cart, and may come back", async ({ page }) => {
  const email = newEmail();
  await registerCustomer(page, email);
  await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
  await fill(page, home);
  await page.getByRole("button", { name: "Speichern" }).click();
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse#/");
  await page.getByRole("button", { name: "Als Gast bestellen" }).click();
  await expect(page.getByRole("heading", { name: "Als Gast bestellen" })).toBeVisible();
  await enterGuest(page, newEmail());
  await page.goto("/kasse#/");
  await expect(page.getByRole("heading", { name: "Du hast schon ein Kundenkonto?" })).toBeVisible();
  await expect(page.getByText("Ich bin bereits Kunde")).toHaveCount(0);
});

/** Presses Tab until the focus is on the element, as somebody without a mouse. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const target = await wanted.elementHandle();
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate((element) => document.activeElement === element, target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the keyboard does not get there");
}

async function press(page: Page, wanted: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

test("bought by keyboard alone: the focus goes to what is wrong, and its error is announced", async ({
  page,
  request,
}) => {
  const email = newEmail();
  await openNotebook(page);
  await press(page, page.getByRole("button", { name: "In den Warenkorb", exact: true }).first());
  await expect(page.getByText("liegt im Warenkorb")).toBeVisible();
  await page.goto("/kasse");
  const mail = page.getByLabel("E-Mail-Adresse").first();
  await press(page, continueButton(page));
  await expect(mail).toBeFocused();
  await expect(mail).toHaveAccessibleDescription("Fülle bitte dieses Feld aus.");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/#\/address$/);
  await press(page, continueButton(page));
  const first = page.getByLabel("Vorname", { exact: true });
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await expect(first).toHaveAccessibleDescription("Fülle bitte dieses Feld aus.");
  for (const value of ["Kim", "Muster", "Speicherstraße", "a1", "20457", "Hamburg"]) {
    await page.keyboard.type(value);
    await page.keyboard.press("Tab");
  }
  await press(page, continueButton(page));
  const number = page.getByLabel("Hausnummer", { exact: true });
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription("Die Hausnummer muss mit einer Ziffer beginnen.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByRole("radio").first()).toBeAttached();
  await press(page, continueButton(page));
  await expect(page.getByRole("alert").filter({ hasText: "Bitte wähle eine Zahlungsart." })).toBeVisible();
  const advance = page.getByRole("radio", { name: /Vorkasse/ });
  await expect(page.getByRole("radio").and(page.locator(":focus"))).toHaveCount(1);
  for (let presses = 0; presses < 40 && !(await advance.isChecked()); presses++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/shipping$/);
  await press(page, continueButton(page));
  await expect(page).toHaveURL(/#\/confirmation$/);
  await press(page, page.getByRole("button", { name: "Jetzt kaufen" }).first());
  expect(Number(await orderNumber(page))).toBeGreaterThan(0);
  await expectOneMail(request, email);
});

test("errors of the last step are told where they happen, and nothing is lost", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const code = page.getByLabel("Gutscheincode").locator("visible=true").first();
  await code.fill("GIBT-ES-NICHT");
  await code.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Diesen Gutscheincode kennen wir nicht." })).toBeVisible();

  const refuse = (reason: string, status = 409) =>
    page.route(
      "**/api/checkout/process",
      (route) => route.fulfill({ status, json: { error: { code: "conflict", reason } } }),
      { times: 1 },
    );
  for (const [reason, text] of [
    ["product_sold_out", "gerade ausverkauft"],
    ["voucher_used_up", "wurde bereits eingelöst"],
    ["checkout_payment_failed", "Deine letzte Zahlung ist nicht zustande gekommen."],
    ["checkout_total_changed", "Der Gesamtbetrag hat sich geändert."],
    ["checkout_unavailable", "Die Kasse ist gerade nicht erreichbar."],
    ["unheard_of", "Die Zahlung konnte nicht durchgeführt werden."],
  ] as const) {
    await refuse(reason, reason === "checkout_unavailable" ? 503 : 409);
    await buy(page);
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await page.route("**/api/checkout/process", (route) => route.abort(), { times: 1 });
  await buy(page);
  await expect(page.getByText("Wir erreichen unseren Server gerade nicht.").first()).toBeVisible();
  await buy(page);
  await orderNumber(page);
  await page.goto("/kasse");
  await expect(page.getByText("Dein Warenkorb ist leer.", { exact: false }).first()).toBeVisible();
});

/** Has the server say once that the full login is over. That it does so is held by its own tests. */
async function soften(page: Page, path: string): Promise<void> {
  const over = { error: { code: "unauthenticated", reason: "full_login_required" } };
  await page.route(`**${path}`, (route) => route.fulfill({ status: 401, json: over }), { times: 1 });
}

test("the full login ends in the middle of the checkout: the password again, and nothing typed is lost", async ({
  page,
}) => {
  const email = newEmail();
  await registerCustomer(page, email);
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/kasse");
  await expect(page).toHaveURL(/#\/address$/);
  await fill(page, home);
  await continueButton(page).click();
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await fillCard(page, "4111111111111111");
  await soften(page, "/api/checkout/payment-shipping");
  await continueButton(page).click();
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  await asked.getByLabel("E-Mail-Adresse").fill(email);
  await asked.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await asked.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page).toHaveURL(/#\/shipping$/);
  await page.getByRole("radio").first().check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
  await buy(page);
  await orderNumber(page);
});

test("somebody else than the customer of a soft log-in logs out and goes on as a guest with the cart", async ({
  page,
}) => {
  await registerCustomer(page, newEmail());
  const name = await openNotebook(page);
  await addToCart(page);
  await soften(page, "/api/checkout/init");
  await page.goto("/kasse");
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  await expect(asked.getByText("Du bist nicht Kim?")).toBeVisible();
  await asked.getByRole("button", { name: "Abmelden" }).click();
  await expect(page.getByRole("heading", { name: "Als Gast bestellen" })).toBeVisible();
  await expect(asked).toBeHidden();
  await expect(page.getByRole("complementary", { name: "Zusammenfassung" }).getByText(name)).toBeVisible();
});

test("goods that may not be billed or sent to a country are named, and another address opens the way", async ({
  page,
}) => {
  const software = await openFound(page, "Microsoft Windows 11 Home OEM");
  await addToCart(page);
  const screen = await openFound(page, "Samsung Odyssey Neo G95NC");
  await addToCart(page);
  await fillGuest(page, newEmail());
  const summary = page.getByRole("complementary", { name: "Zusammenfassung" });
  await expect(summary.getByText(/^UVP/).first()).toContainText("€");
  const billed = page.getByText("Diese Produkte können wir nicht in das gewählte Land berechnen");
  const sent = page.getByText("Diese Produkte können wir nicht in das gewählte Land liefern");
  await page.getByLabel("Land").selectOption({ label: "Niederlande" });
  await fill(page, { PLZ: "1012 AB", Ort: "Amsterdam" });
  await continueButton(page).click();
  await expect(billed).toContainText(software);
  await expect(sent).toContainText(screen);
  await expect(page).toHaveURL(/#\/address$/);

  await page.getByLabel("Land").selectOption({ label: "Österreich" });
  await fill(page, { PLZ: "1010", Ort: "Wien" });
  await continueButton(page).click();
  await expect(billed).toHaveCount(0);
  await expect(sent).toContainText(screen);
  await expect(page.getByText("Für diese Bestellung brauchen wir eine Lieferadresse")).toBeVisible();
  const delivery = (label: string) => page.getByLabel(label, { exact: true }).last();
  await expect(delivery("Land")).toHaveValue("81");
  const there = { Vorname: "Kim", Nachname: "Muster", ...home };
  for (const [label, value] of Object.entries(there)) await delivery(label).fill(value);
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByRole("radio").first()).toBeAttached();
  await expect(sent).toHaveCount(0);
});
