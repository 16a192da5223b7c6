import type { Locator, Page } from "@playwright/test";
import { becomeCustomer, newCustomer } from "./support/account";
import { expectOneMail } from "./support/mail";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  enterGuest,
  expect,
  fill,
  newEmail,
  openNotebook,
  orderNumber,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

const home = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };

test("a light account gives its address in the checkout, and the next time chooses from the book", async ({ page }) => {
  test.slow(); // two orders and an account
  await newCustomer(page);
  await putNotebook(page);
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

  await putNotebook(page);
  await page.goto("/kasse");
  await expect(page).toHaveURL(/#\/payment$/);
  await page.goto("/kasse/address/");
  await expect(page, "a step's path leads to its hash").toHaveURL(/\/kasse#\/address$/);
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
  await becomeCustomer(page);
  await putNotebook(page);
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

test("a way to pay and a delivery that were not changed are not saved again", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const saved: string[] = [];
  page.on("request", (request) => request.url().endsWith("/payment-shipping") && saved.push(request.postData() ?? ""));
  await page.goto("/kasse#/payment");
  for (const step of ["shipping", "confirmation"]) {
    await continueButton(page).click();
    await expect(page).toHaveURL(new RegExp(`#/${step}$`));
  }
  expect(saved).toEqual([]);
  await page.goto("/kasse#/payment");
  await choosePayment(page, /^Nachnahme/);
  expect(saved).toHaveLength(1);
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
  await code.fill("A".repeat(65));
  await code.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Ein Code hat höchstens 64 Zeichen." })).toBeVisible();

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
