import type { Page } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import { newCustomer } from "./support/account";
import {
  buy,
  chooseDelivery,
  choosePayment,
  continueButton,
  expect,
  newEmail,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

// What was on offer as the page was loaded and is not any more: a way to pay, a way to deliver, the goods.

// The shop's view without what was chosen, as the server answers who chooses what is gone.
async function goneMeanwhile(page: Page, reason: string, change: (view: View) => void): Promise<void> {
  await page.route(
    "**/api/checkout/payment-shipping",
    async (route) => {
      const checkout = (await (await page.request.get("/api/checkout/view")).json()) as View;
      change(checkout);
      await route.fulfill({ status: 409, json: { error: { code: "conflict", reason }, checkout } });
    },
    { times: 1 },
  );
}

type View = {
  payment: { selected?: string; methods: { code: string }[] };
  modules: { selected?: string; options: { id: string }[] }[];
};

test("a method or an option that is gone meanwhile is told and taken off the list, and another one will do", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  const cod = page.getByRole("radio", { name: /^Nachnahme/ });
  await cod.check({ force: true });
  await goneMeanwhile(page, "payment_method_not_available", ({ payment }) => {
    payment.methods = payment.methods.filter(({ code }) => code !== "cod");
  });
  await continueButton(page).click();
  await expect(page.getByText(messages.errors.payment_method_not_available)).toBeInViewport();
  await expect(cod).toHaveCount(0);
  await expect(page).toHaveURL(/#\/payment$/);
  await page.getByRole("radio", { name: /^Vorkasse/ }).check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/shipping$/);

  const express = page.getByRole("radio", { name: /Express/ });
  await express.check({ force: true });
  await goneMeanwhile(page, "shipping_option_not_available", ({ modules }) => {
    for (const delivery of modules) delivery.options = delivery.options.filter(({ id }) => !id.includes("express"));
  });
  await continueButton(page).click();
  await expect(page.getByText(messages.errors.shipping_option_not_available)).toBeInViewport();
  await expect(express).toHaveCount(0);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(page).toHaveURL(/#\/shipping$/);
  await chooseDelivery(page);
});

test("a carrier that does not come to the address says so when it is chosen, and another one will do", async ({
  page,
}) => {
  await startAtPayment(page, newEmail(), { address: { streetNumber: "124-126" }, telephoneNumber: "+49301234567" });
  await page.getByRole("radio", { name: /^Vorkasse/ }).check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/shipping$/);
  const shop = page.getByRole("radio", { name: /^Hermes PaketShop/ });
  await shop.check({ force: true });
  await continueButton(page).click();
  await expect(page.getByText(messages.errors.checkout_delivery_address_refused)).toBeInViewport();
  await expect(page).toHaveURL(/#\/shipping$/);
  await expect(shop).toBeChecked();
  const again = page.waitForResponse("**/api/checkout/payment-shipping");
  await continueButton(page).click();
  expect((await again).status(), "who goes on regardless is told again").toBe(409);
  await expect(page).toHaveURL(/#\/shipping$/);
  await chooseDelivery(page);
  await expect(page.getByText(messages.errors.checkout_delivery_address_refused)).toHaveCount(0);
});

test("the server takes no method and no option that it does not offer", async ({ page }) => {
  await startAtPayment(page, newEmail());
  for (const [choice, reason] of [
    [{ paymentCode: "gold" }, "payment_method_not_available"],
    [{ shippingCodes: ["pigeon"] }, "shipping_option_not_available"],
  ] as const) {
    const answer = await page.request.post("/api/checkout/payment-shipping", { data: choice });
    expect(answer.status()).toBe(409);
    expect(((await answer.json()) as { error: { reason: string } }).error.reason).toBe(reason);
  }
});

test("a delivery address that was deleted meanwhile is told, and another can be given", async ({ page }) => {
  await newCustomer(page);
  const place = { firstName: "Kim", lastName: "Muster", streetName: "Weg", streetNumber: "1", zipCode: "20457" };
  const keep = async (rest: object) => {
    const answer = await page.request.post("/api/account/add-address", { data: { ...place, countryId: 81, ...rest } });
    return ((await answer.json()) as { addressBookId: number }).addressBookId;
  };
  await keep({ cityName: "Hamburg", type: "invoice", defaultAddress: true });
  const deleted = await keep({ cityName: "Cuxhaven" });
  await putNotebook(page);
  await page.goto("/kasse#/address");
  await page.getByText("Abweichende Lieferadresse").click();
  await expect(page.getByRole("radio", { name: /Cuxhaven/ })).toBeChecked();
  await page.request.post("/api/account/delete-address", { data: { addressId: deleted } });
  await continueButton(page).click();
  await expect(page.getByText("Diese Adresse gibt es nicht mehr.")).toBeVisible();
  const form = { Vorname: "Kim", Nachname: "Muster", Straße: "Weg", Hausnummer: "1", PLZ: "20457", Ort: "Bremen" };
  for (const [label, text] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(text);
  await expect(page.getByText("Wir speichern diese Adresse in deinem Adressbuch.")).toBeVisible();
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
});

test("a cart that was emptied elsewhere leads from the last step back to the shop", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const view = (await (await page.request.get("/api/checkout/view")).json()) as { products: { id: number }[] };
  await page.request.post("/cart/remove/", { data: { id: view.products[0]?.id } });
  await buy(page);
  await expect(page.getByText(messages.checkout.empty)).toBeVisible();
  await expect(page.getByRole("link", { name: messages.checkout.toShop })).toBeVisible();
});

test("a checkout that is over, as its session has ended, leads back to the shop from each of its calls", async ({
  page,
  context,
}) => {
  const over = async (): Promise<void> => {
    await expect(page.getByText(messages.checkout.empty)).toBeVisible();
    await expect(page.getByText(messages.errors.checkout_not_found)).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
    await page.goto("/warenkorb");
  };
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /^Vorkasse/ }).check({ force: true });
  await context.clearCookies();
  await continueButton(page).click();
  await over();

  await startAtPayment(page, newEmail());
  await page.goto("/kasse#/address");
  await expect(page.getByLabel("PLZ", { exact: true })).toHaveValue("20457");
  await context.clearCookies();
  await continueButton(page).click();
  await over();

  for (const act of [
    () => buy(page),
    () => page.locator("#no-risk-change").click(),
    async () => {
      await page.getByLabel("Gutscheincode").fill("FROH");
      await page.getByLabel("Gutscheincode").press("Enter");
    },
  ]) {
    await startAtPayment(page, newEmail());
    await choosePayment(page, /Vorkasse/);
    await context.clearCookies();
    await act();
    await over();
  }
});

test("whatever leads back from the last step says why, where it leads to", async ({ page }) => {
  const email = newEmail();
  await startAtPayment(page, email);
  await choosePayment(page, /^Nachnahme/);
  const invoice = { firstName: "Kim", lastName: "Muster", streetName: "Ring", zipCode: "1010", cityName: "Wien" };
  await page.request.post("/api/account/registerguest", { data: { email, invoice: { ...invoice, countryId: 14 } } });
  await buy(page);
  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByText(messages.errors.checkout_incomplete)).toBeInViewport();
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByText(messages.errors.checkout_incomplete)).toHaveCount(0);

  await page.route(
    "**/api/checkout/no-risk-much-fun",
    async (route) => {
      const view = (await (await page.request.get("/api/checkout/view")).json()) as View;
      await route.fulfill({ json: { ...view, payment: { methods: view.payment.methods }, nextStep: "payment" } });
    },
    { times: 1 },
  );
  await page.locator("#no-risk-change").click();
  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByText(messages.errors.payment_method_amount)).toBeInViewport();
});

test("an order that cannot be shown right now can be asked for again, and comes by itself", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  let failing = true;
  await page.route("**/api/checkout/success?*", (route) =>
    failing
      ? route.fulfill({ status: 500, json: { error: { code: "internal", reason: "internal" } } })
      : route.continue(),
  );
  await buy(page);
  await expect(page.getByRole("heading", { name: messages.success.unreachable })).toBeVisible();
  failing = false;
  await page.getByRole("button", { name: messages.success.tryAgain }).click();
  await expect(page.getByTestId("order-id")).toBeVisible();
  failing = true;
  await page.reload();
  await expect(page.getByRole("heading", { name: messages.success.unreachable })).toBeVisible();
  failing = false;
  await expect(page.getByTestId("order-id")).toBeVisible();

  await page.goto("/kasse/erfolgreich?order=00000000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: messages.success.unknown })).toBeVisible();
  await expect(page, "the tab promises no order").toHaveTitle(`${messages.success.page} | Kontor`);
});
