import type { Page } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import { buy, call, choosePayment, continueButton, expect, newEmail, startAtPayment, test } from "./support/shop";

// Every error that the server may tell a shopper in the checkout, at the step where it comes up, at both widths. That the
// server tells it when it should is held by its own tests; here it is refused once by hand.
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

type Reason = keyof typeof messages.errors;

/** Has a call of the page refused once. */
async function refuse(page: Page, path: string, reason: string, status = 409): Promise<void> {
  const json = { error: { code: "conflict", reason, fields: [] } };
  await page.route(`**${path}`, (route) => route.fulfill({ status, json }), { times: 1 });
}

const alert = (page: Page, reason: Reason) => page.getByText(messages.errors[reason], { exact: true }).first();

test("the address: what the server refuses stands at its field, which has the focus", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.goto("/kasse#/address");
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const [field, label, reason, text] of [
      ["account_firstname", "Vorname", "missing", "Fülle bitte dieses Feld aus."],
      ["account_lastname", "Nachname", "invalid", "Diese Angabe ist nicht gültig."],
      ["account_street_address", "Straße", "invalid_characters", "Diese Zeichen sind nicht erlaubt"],
      ["account_street_address_number", "Hausnummer", "invalid_housenumber", "muss mit einer Ziffer beginnen"],
      ["account_postcode", "PLZ", "invalid_zip", "passt nicht zum gewählten Land"],
      ["account_city", "Ort", "invalid", "Diese Angabe ist nicht gültig."],
      ["account_telephone", "Telefonnummer", "invalid_phone", "Bitte gib eine gültige Telefonnummer ein."],
    ] as const) {
      const json = { registered: false, error: "address_invalid", errorFields: [field], errors: [{ field, reason }] };
      await page.route("**/api/account/registerguest", (route) => route.fulfill({ json }), { times: 1 });
      await continueButton(page).click();
      const input = page.getByRole("textbox", { name: new RegExp(`^${label}`) });
      await expect(input, field).toBeFocused();
      await expect(input).toHaveAccessibleDescription(new RegExp(text));
      await expect(alert(page, "address_invalid")).toBeVisible();
      await page.reload(); // the form holds on to what it was told until the field is edited
    }
    for (const reason of [
      "checkout_delivery_country_not_allow",
      "checkout_delivery_country_not_found",
      "customer_ust_id",
      "too_many_requests",
    ] as const) {
      await refuse(page, "/api/account/registerguest", reason, 422);
      await continueButton(page).click();
      await expect(alert(page, reason), reason).toBeInViewport();
    }
    await refuse(page, "/api/account/registerguest", "unheard_of", 422);
    await continueButton(page).click();
    await expect(alert(page, "address")).toBeVisible();
    await refuse(page, "/api/account/registerguest", "internal", 500);
    await continueButton(page).click();
    await expect(page.getByText("Leider kam es zu einem Fehler (500).")).toBeVisible();
    await expect(alert(page, "address"), "nothing is wrong with what was typed").toHaveCount(0);
  }
});

test("payment and shipping: a refusal is told, and the choice stays", async ({ page }) => {
  await startAtPayment(page, newEmail());
  for (const size of widths) {
    await page.setViewportSize(size);
    await page.goto("/kasse#/payment");
    for (const [index, reason] of (
      [
        "checkout_no_payments",
        "checkout_payment_method_not_available_for_delivery_country",
        "payment_method_amount",
        "payment_method_customer_type",
        "payment_unavailable",
        "checkout_changed",
        "plugin_busy",
      ] as const
    ).entries()) {
      const method = page.getByRole("radio", { name: index % 2 ? /^Rechnung\s/ : /^Nachnahme/ });
      await method.check({ force: true });
      await refuse(page, "/api/checkout/payment-shipping", reason);
      await continueButton(page).click();
      await expect(alert(page, reason), reason).toBeInViewport();
      await expect(method).toBeChecked();
    }
    await refuse(page, "/api/checkout/payment-shipping", "unheard_of");
    await continueButton(page).click();
    await expect(alert(page, "delivery")).toBeVisible();
  }
});

test("the last step: every way in which buying may fail is told", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const reason of [
      "product_sold_out",
      "voucher_used_up",
      "voucher_expired",
      "checkout_payment_failed",
      "checkout_incomplete",
      "checkout_already_ordered",
      "checkout_changed",
      "payment_unknown",
      "payment_method_unavailable",
      "payment_method_pickup_only",
      "payment_declined_insufficient_funds",
      "payment_declined_authentication_failed",
      "payment_declined_card_expired",
      "payment_declined_risk",
      "plugin_unavailable",
      "overloaded",
      "checkout_too_many_unpaid",
    ] as const) {
      await refuse(page, "/api/checkout/process", reason);
      await buy(page);
      await expect(alert(page, reason), reason).toBeInViewport();
      await expect(page.getByRole("alert").filter({ has: alert(page, reason) }), reason).toBeFocused();
      const way = page.getByRole("alert").getByRole("link", { name: messages.checkout.changeCart });
      await expect(way, reason).toHaveCount(reason === "product_sold_out" ? 1 : 0);
    }
    await refuse(page, "/api/checkout/process", "internal", 502);
    await buy(page);
    await expect(alert(page, "general"), "nobody knows what became of it").toBeInViewport();
    await page.route("**/api/checkout/process", (route) => route.fulfill({ body: "" }), { times: 1 });
    await buy(page);
    await expect(alert(page, "network"), "nor of an answer that says nothing").toBeInViewport();
    for (const reason of ["voucher_unknown", "voucher_minimum", "voucher_not_yet_valid", "voucher_limit"] as const) {
      const code = page.getByLabel("Gutscheincode").locator("visible=true").first();
      await code.fill(reason);
      await refuse(page, "/api/checkout/voucher", reason);
      await code.press("Enter");
      await expect(alert(page, reason), reason).toBeVisible();
    }
    await refuse(page, "/api/checkout/voucher", "internal", 500);
    await page.getByLabel("Gutscheincode").locator("visible=true").first().press("Enter");
    await expect(page.getByText(messages.errors.ajax.replace("{code}", "500")), "no fault of the code").toBeVisible();
  }
});

test("a checkout that does not open says so and can be tried again", async ({ page }) => {
  await startAtPayment(page, newEmail());
  for (const size of widths) {
    await page.setViewportSize(size);
    await refuse(page, "/api/checkout/init", "unheard_of", 422);
    await page.reload();
    await expect(alert(page, "init_error")).toBeVisible();
    await page.getByRole("button", { name: messages.checkout.retry }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(alert(page, "init_error")).toHaveCount(0);
  }
});

test("an error waits until a second after typing, and goes at once", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.clock.install();
  await page.goto("/kasse#/address");
  const zip = page.getByLabel("PLZ", { exact: true });
  await expect(zip).toHaveValue("20457");
  await page.clock.pauseAt(Date.now() + 60_000);
  await zip.fill("204");
  await page.clock.runFor(900);
  await expect(zip).toHaveAttribute("aria-invalid", "false");
  await page.clock.runFor(200);
  await expect(zip).toHaveAttribute("aria-invalid", "true");
  await zip.fill("20457");
  await page.clock.runFor(20);
  await expect(zip).toHaveAttribute("aria-invalid", "false");
});

const person = { firstName: "Kim", lastName: "Muster", password: "Zug7Berg" };
const home = {
  firstName: "Kim",
  lastName: "Muster",
  streetName: "Speicherstraße",
  streetNumber: "12",
  zipCode: "20457",
};

for (const { title, student, told } of [
  { title: "a business with a VAT id", student: false, told: messages.checkout.address.closed },
  { title: "a campus member", student: true, told: messages.checkout.address.closedStudent },
]) {
  test(`${title} cannot change the billing address, and is told why`, async ({ page }) => {
    const email = newEmail();
    const address = { ...home, cityName: "Hamburg" };
    if (student) {
      await call(page, "/auth/register", { email, ...person });
      await call(page, "/api/account/add-address", { ...address, defaultAddress: true });
      await page.route("**/account/customer/get", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), studentStatus: "valid" } });
      });
    } else {
      const company = { businessForm: 1, businessType: "consumer", company: "Muster GmbH", ustId: "DE136695976" };
      const { registered } = await call<{ registered: boolean }>(page, "/auth/registration", {
        email,
        ...person,
        ...company,
        address,
      });
      expect(registered).toBe(true);
    }
    const { cards } = (await (await page.request.get("/api/category/notebooks?verfuegbar[]=1")).json()) as {
      cards: { id: number }[];
    };
    await call(page, "/cart/add/", { id: cards[0]?.id });
    for (const size of widths) {
      await page.setViewportSize(size);
      await page.goto("/kasse#/address");
      await page.reload();
      await expect(page.getByText(told)).toBeVisible();
      await expect(page.getByText("20457 Hamburg")).toBeVisible();
      await expect(page.getByRole("button", { name: messages.checkout.address.editInvoice })).toHaveCount(0);
      await expect(page.getByLabel("Straße", { exact: true })).toHaveCount(0);
    }
  });
}
