import messages from "../messages/de.json" with { type: "json" };
import { newCustomer } from "./support/account";
import { buy, call, choosePayment, expect, newEmail, orderNumber, startAtPayment, test } from "./support/shop";

const retry = messages.failure.retry;

test("every page of the account says what could not be read, and reads it when it is asked to", async ({ page }) => {
  test.setTimeout(240_000);
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  const number = await orderNumber(page);
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await expect(page.getByText("Dein Kundenkonto ist angelegt")).toBeVisible();
  const book = await page.request.post("/api/account/get-addresses", { data: {} });
  const { addresses } = (await book.json()) as { addresses: { id: number }[] };

  const [customer, places, orders] = ["/account/customer/get", "/api/account/get-addresses", "/account/get-orders"];
  const forAddress = [customer, places, "/api/rules", "/api/checkout/countries"];
  const needs: [path: string, calls: string[]][] = [
    ["", [customer, places, orders]],
    ["/bestellungen", [customer, orders]],
    [`/bestellungen/${number}`, ["/account/get-order", "/account/get-invoices"]],
    ["/kontaktinformationen", [customer, "/api/account/sessions/get", "/api/account/privacy/get"]],
    ["/kontaktinformationen/namen-aendern", [customer, "/api/rules"]],
    ["/kontaktinformationen/b2b-aendern", forAddress],
    ["/adressen", [places]],
    [`/adressen/adresse-bearbeiten/${addresses[0]?.id}`, forAddress],
    ["/kreditkarten", [customer, "/api/account/creditcards/get"]],
    ["/studentenprogramm", [customer, "/account/campus-program-status", "/account/campus-universities"]],
  ];
  for (const [path, calls] of needs)
    for (const [at, call] of calls.entries()) {
      await test.step(`${path} without ${call}`, async () => {
        await page.route(
          (address) => address.pathname === call,
          (route) => (at === 0 ? route.abort() : route.fulfill({ status: 500, body: "{}" })),
        );
        await page.goto(`/kundenkonto${path}`);
        const again = page.getByRole("button", { name: retry });
        await expect(again.first()).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await page.unrouteAll();
        await again.first().click();
        await expect(again).toHaveCount(0);
        await expect(page.locator("main [role=alert]")).toHaveCount(0);
      });
    }

  await page.route("**/creditcards/get-form-data", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/kundenkonto/kreditkarten");
  await page.getByRole("button", { name: "Kreditkarte hinzufügen" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole("button", { name: retry }).press("Enter");
  await expect(dialog.getByLabel("Kartennummer")).toBeVisible();
  await expect(dialog.locator(":focus").or(dialog.and(page.locator(":focus")))).toHaveCount(1);
});

test("where nobody can say who the visitor is, the header leads into the account, which finds out", async ({
  page,
}) => {
  await newCustomer(page);
  await page.route("**/api/header_data", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/kundenkonto/bestellungen");
  await expect(page.getByRole("heading", { level: 1, name: messages.account.title })).toBeVisible();
  await page.goto("/warenkorb");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: messages.header.login, exact: true })).toHaveCount(0);
  await page.unrouteAll();
  await header.getByRole("link", { name: messages.header.account, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kontoübersicht" })).toBeVisible();
});

test("an address that was deleted is gone at once, however long the book takes to be read again", async ({ page }) => {
  await newCustomer(page);
  for (const streetName of ["Speicherstraße", "Kehrwieder"]) {
    const person = { firstName: "Kim", lastName: "Muster", streetName, streetNumber: "12" };
    const data = { defaultAddress: streetName === "Speicherstraße", ...person, zipCode: "20457", cityName: "Hamburg" };
    await call(page, "/api/account/add-address", data);
  }
  await page.goto("/kundenkonto/adressen");
  await page.getByRole("link", { name: "Rechnungsadresse bearbeiten" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Rechnungsadresse bearbeiten" }), "which comes late").toBeFocused();
  await expect(page.getByRole("textbox", { name: "Telefonnummer (optional)", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Kim Muster, Kehrwieder 12, Hamburg bearbeiten" })).toBeVisible();
  await expect(page.getByText("Kehrwieder 12")).toBeVisible();
  await page.route("**/api/account/get-addresses", () => undefined); // is never answered
  await page.getByRole("button", { name: /löschen/i }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText(messages.account.addresses.deleted)).toBeVisible();
  await expect(page.getByText("Kehrwieder 12")).toHaveCount(0);
});

test("a link to set a password that no longer holds says so before one is typed", async ({ page }) => {
  await page.goto("/kundenkonto/passwort+vergessen?token=geraten");
  await expect(page.getByRole("main").getByText(messages.errors.wrong_link)).toBeVisible();
  await expect(page.getByLabel(messages.account.forgotten.newPassword, { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: messages.account.forgotten.again }).click();
  await expect(page.getByLabel("E-Mail-Adresse")).toBeVisible();
});
