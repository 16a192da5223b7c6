import type { Page } from "@playwright/test";
import { looked } from "./support/look";
import { mailedCode } from "./support/mail";
import { buy, call, choosePayment, expect, newEmail, orderNumber, startAtPayment, test } from "./support/shop";

const password = "Zug7Berg";
const home = {
  firstName: "Kim",
  lastName: "Muster",
  streetName: "Speicherstraße",
  streetNumber: "12",
  zipCode: "20457",
  cityName: "Hamburg",
};

/**
 * Opens a page of the account in English, and looks at it; first does something with it before. In German the same pages are
 * states, see e2e/states.
 */
async function visit(
  page: Page,
  name: string,
  path: string,
  title: string,
  first: () => Promise<void> = async () => {},
): Promise<void> {
  await page.goto(`/en${path}`);
  await expect(page.getByRole("heading", { name: title, exact: true }).first(), path).toBeVisible();
  await first();
  await looked(page, `account-${name}`);
}

test("the pages on the way in are whole in English", async ({ page, request }) => {
  await visit(page, "login", "/kundenkonto/login", "Log in");
  await visit(page, "register", "/kundenkonto/registrieren", "Register");
  await visit(page, "register-business", "/kundenkonto/registrieren", "Register", () =>
    page.getByText("I want a business account").click(),
  );
  await visit(page, "forgotten", "/kundenkonto/passwort+vergessen", "Forgotten your password?");
  await page.route("**/process-password-forgotten", (route) =>
    route.fulfill({ json: { successful: false, error: "password_change_failed", errorFields: [], errors: [] } }),
  );
  await visit(page, "new-password", "/kundenkonto/passwort+vergessen?token=unbekannt", "Forgotten your password?");
  await visit(page, "not-found", "/kundenkonto/gibt-es-nicht", "oops ...");

  const email = newEmail();
  await call(page, "/auth/register", { email, firstName: "Kim", lastName: "Muster", password });
  await call(page, "/auth/logout", {});
  await page.goto("/en/kundenkonto/adressen");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Confirm your account" })).toBeVisible();
  await looked(page, "account-code");
  await page.getByLabel("Digit 1 of 6").fill(await mailedCode(request, email));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Address book", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/kundenkonto\/adressen$/);

  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...header, isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" } });
  });
  await visit(page, "soft", "/kundenkonto/adressen", "Please log in again");
});

test("every page of a customer's account is whole in English", async ({ page }) => {
  test.setTimeout(240_000);
  const see = (...rest: [string, string, string, (() => Promise<void>)?]) => visit(page, ...rest);
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  const number = await orderNumber(page);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await expect(page.getByText("Dein Kundenkonto ist angelegt")).toBeVisible();
  await call(page, "/api/account/add-address", { ...home, cityName: "Cuxhaven", company: "Muster Werft" });
  const book = await page.request.post("/api/account/get-addresses", { data: {} });
  const { addresses } = (await book.json()) as { addresses: { id: number; defaultAddress: boolean }[] };
  const [billing, delivery] = [true, false].map((is) => addresses.find((one) => one.defaultAddress === is)?.id);

  await see("overview", "/kundenkonto", "Account overview");
  await see("overview-edit", "/kundenkonto", "Account overview", () =>
    page.getByRole("button", { name: "Edit view" }).click(),
  );
  await see("orders", "/kundenkonto/bestellungen", "Orders", () =>
    page.getByRole("button", { name: `Details of order ${number}` }).click(),
  );
  await see("order", `/kundenkonto/bestellungen/${number}`, `Order ${number}`);
  const data = "/kundenkonto/kontaktinformationen";
  await see("data", data, "Customer data");
  await see("names", `${data}/namen-aendern`, "Change names");
  await see("email", `${data}/email-aendern`, "Change e-mail address");
  await see("password", `${data}/passwort-aendern`, "Change password");
  await see("addresses", "/kundenkonto/adressen", "Address book");
  await see("address-billing", `/kundenkonto/adressen/adresse-bearbeiten/${billing}`, "Edit billing address");
  await see("address-delivery", `/kundenkonto/adressen/adresse-bearbeiten/${delivery}`, "Edit delivery address");
  await see("address-new", "/kundenkonto/adressen/neue-lieferadresse", "New delivery address");
  await see("cards", "/kundenkonto/kreditkarten", "Credit cards");
  await see("card-new", "/kundenkonto/kreditkarten", "Credit cards", () =>
    page.getByRole("button", { name: "Add a credit card" }).click(),
  );
  await see("become-business", `${data}/b2b-aendern`, "Become a business customer");

  await call(page, "/api/account/convert-to-business", {
    businessForm: 2,
    businessType: "reseller",
    company: "Muster KG",
    ownerFirstName: "Kim",
    ownerLastName: "Muster",
  });
  await see("business-data", data, "Contact person");
  await see("business-owner", `${data}/inhaber-name-aendern`, "Change owner");
  await see("business-vat", `${data}/ustid-aendern`, "Change VAT ID");
  await see("business-company", `${data}/firmen-name-aendern`, "oops ..."); // it is known
  await see("business-address", `/kundenkonto/adressen/adresse-bearbeiten/${billing}`, "Edit billing address");
});
