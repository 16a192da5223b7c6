import type { Page } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import { becomeCustomer } from "./support/account";
import { continueButton, expect, newEmail, putNotebook, startAtPayment, test } from "./support/shop";

// What is typed stays, whatever cannot be read or sent meanwhile, and who pressed a button is led to what it says.

const { address, payment, retry } = messages.checkout;
const failed = { status: 500, json: { error: { code: "internal", reason: "internal", fields: [] } } };

const street = (page: Page) => page.getByLabel(address.street, { exact: true });

test("a customer's new delivery address stays while neither it nor the address book can be reached", async ({
  page,
}) => {
  await becomeCustomer(page);
  await putNotebook(page);
  await page.goto("/kasse#/address");
  await page.getByText(address.different).click();
  for (const [label, value] of Object.entries({
    Vorname: "Toni",
    Nachname: "Anders",
    Straße: "Kehrwieder",
    Hausnummer: "5",
    PLZ: "20457",
    Ort: "Hamburg",
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.route(/\/api\/account\/(add-address|get-addresses)$/, (route) => route.fulfill(failed));
  const book = page.waitForResponse(/get-addresses$/);
  await continueButton(page).click();
  await book;
  await expect(page.getByRole("alert").filter({ hasText: "(500)" })).toBeFocused();
  await expect(street(page)).toHaveValue("Kehrwieder");
  await page.unrouteAll();
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
});

test("an address that a guest has changed stays while the countries for businesses cannot be read", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  await page.goto("/kasse#/address");
  await street(page).fill("Kehrwieder");
  await page.route("**/api/checkout/countries?list=business-billing", (route) => route.abort());
  await page.getByText(address.business).click();
  await expect(page.getByRole("alert").filter({ hasText: messages.errors.network })).toBeInViewport();
  await expect(street(page)).toHaveValue("Kehrwieder");
  await page.unrouteAll();
  await page.getByRole("button", { name: retry, exact: true }).click();
  await expect(page.getByRole("button", { name: retry, exact: true })).toHaveCount(0);
  await expect(page.getByLabel(address.company)).toBeVisible();
  await expect(street(page)).toHaveValue("Kehrwieder");
});

test("a withdrawal that was begun before the visitor could be read stays, and so does its receipt", async ({
  page,
}) => {
  const { withdrawal } = messages;
  const email = await becomeCustomer(page);
  const isForm = (request: { method(): string; url(): string }) =>
    request.method() === "GET" && new URL(request.url()).pathname === "/api/withdrawal";
  await page.route("**/api/withdrawal*", (route) =>
    isForm(route.request()) ? route.fulfill(failed) : route.continue(),
  );
  await page.goto("/widerruf");
  const name = page.getByLabel(withdrawal.name, { exact: true });
  await name.fill("Toni Anders");
  await page.getByLabel(withdrawal.orderNumber).fill("999999999");
  await page.unrouteAll();
  const read = page.waitForResponse((response) => isForm(response.request()));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await read;
  await expect(page.getByLabel(withdrawal.email)).toHaveValue(email);
  await expect(name).toHaveValue("Toni Anders");

  await page.route("**/api/withdrawal*", (route) =>
    isForm(route.request()) ? route.fulfill(failed) : route.continue(),
  );
  await page.reload();
  await name.fill("Toni Anders");
  await page.getByLabel(withdrawal.orderNumber).fill("999999999");
  await page.getByLabel(withdrawal.email).fill(email);
  await page.unrouteAll();
  const again = page.waitForResponse((response) => isForm(response.request()));
  await page.getByRole("button", { name: withdrawal.confirm }).click();
  await again;
  await expect(page.getByRole("heading", { name: withdrawal.received })).toBeVisible();
  await expect(name).toHaveCount(0);
});

test("a password that did not arrive is not typed again", async ({ page }) => {
  await page.goto("/kundenkonto/login");
  await page.getByLabel("E-Mail-Adresse").first().fill(newEmail());
  const password = page.getByLabel("Passwort", { exact: true });
  await password.fill("Zug7Berg");
  await page.route("**/auth/login", (route) => route.abort(), { times: 1 });
  await password.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: messages.errors.network })).toBeVisible();
  await expect(password).toHaveValue("Zug7Berg");
});

test("who goes on with a method that cannot be loaded is led to what it says", async ({ page }) => {
  await startAtPayment(page, newEmail());
  for (const [method, call] of [
    [/^Kreditkarte/, "**/api/checkout/get-credit-card-fields"],
    [/Klarna.*sofort/i, "**/api/checkout/payment-session"],
  ] as const) {
    await page.route(call, (route) => route.fulfill(failed));
    await page.getByRole("radio", { name: method }).first().check({ force: true });
    const told = page.getByRole("alert").filter({ hasText: payment.widgetFailed });
    await expect(told).toBeVisible();
    await continueButton(page).click();
    await expect(told).toBeFocused();
    await expect(told).toBeInViewport();
    await page.unrouteAll();
  }
});
