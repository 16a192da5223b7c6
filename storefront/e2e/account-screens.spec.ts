import type { Page, TestInfo } from "@playwright/test";
import { looked } from "./support/look";
import { mailedCode } from "./support/mail";
import { buy, choosePayment, expect, newEmail, orderNumber, startAtPayment, test } from "./support/shop";

const password = "Zug7Berg";
const home = {
  firstName: "Kim",
  lastName: "Muster",
  streetName: "Speicherstraße",
  streetNumber: "12",
  zipCode: "20457",
  cityName: "Hamburg",
};

/** Opens a page of the account in both languages, and looks at it; first does something with it before. */
async function visit(
  page: Page,
  info: TestInfo,
  name: string,
  path: string,
  title: { de: string; en: string },
  first: (lang: "de" | "en") => Promise<void> = async () => {},
): Promise<void> {
  for (const lang of ["de", "en"] as const) {
    await page.goto((lang === "en" ? "/en" : "") + path);
    await expect(
      page.getByRole("heading", { name: title[lang], exact: true }).first(),
      `${path} ${lang}`,
    ).toBeVisible();
    await first(lang);
    await looked(page, info, `account-${name}-${lang}`);
  }
}

async function call(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
}

test("the pages on the way in are whole in both languages", async ({ page, request }, info) => {
  test.setTimeout(300_000);
  await visit(page, info, "login", "/kundenkonto/login", { de: "Anmelden", en: "Log in" });
  await visit(page, info, "register", "/kundenkonto/registrieren", { de: "Registrieren", en: "Register" });
  await visit(
    page,
    info,
    "register-business",
    "/kundenkonto/registrieren",
    { de: "Registrieren", en: "Register" },
    (lang) =>
      page.getByText(lang === "de" ? "Ich möchte ein Geschäftskundenkonto" : "I want a business account").click(),
  );
  await visit(page, info, "forgotten", "/kundenkonto/passwort+vergessen", {
    de: "Passwort vergessen?",
    en: "Forgotten your password?",
  });
  await visit(page, info, "new-password", "/kundenkonto/passwort+vergessen?token=unbekannt", {
    de: "Passwort vergessen?",
    en: "Forgotten your password?",
  });
  await visit(page, info, "not-found", "/kundenkonto/gibt-es-nicht", { de: "uups ...", en: "oops ..." });

  const email = newEmail();
  await call(page, "/auth/register", { email, firstName: "Kim", lastName: "Muster", password });
  await call(page, "/auth/logout", {});
  await page.goto("/en/kundenkonto/adressen");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Confirm your account" })).toBeVisible();
  await looked(page, info, "account-code-en");
  await page.getByLabel("Digit 1 of 6").fill(await mailedCode(request, email));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Address book", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/kundenkonto\/adressen$/);

  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...header, isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" } });
  });
  await visit(page, info, "soft", "/kundenkonto/adressen", {
    de: "Melde dich bitte erneut an",
    en: "Please log in again",
  });
});

test("every page of a customer's account is whole in both languages", async ({ page }, info) => {
  test.setTimeout(420_000);
  const see = (...rest: [string, string, { de: string; en: string }, ((lang: "de" | "en") => Promise<void>)?]) =>
    visit(page, info, ...rest);
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

  await see("overview", "/kundenkonto", { de: "Kontoübersicht", en: "Account overview" });
  await see("overview-edit", "/kundenkonto", { de: "Kontoübersicht", en: "Account overview" }, (lang) =>
    page.getByRole("button", { name: lang === "de" ? "Ansicht bearbeiten" : "Edit view" }).click(),
  );
  await see("orders", "/kundenkonto/bestellungen", { de: "Bestellungen", en: "Orders" }, (lang) =>
    page
      .getByRole("button", { name: `${lang === "de" ? "Details der Bestellung" : "Details of order"} ${number}` })
      .click(),
  );
  await see("order", `/kundenkonto/bestellungen/${number}`, { de: `Bestellung ${number}`, en: `Order ${number}` });
  await see("data", "/kundenkonto/kontaktinformationen", { de: "Kundendaten", en: "Customer data" });
  const data = "/kundenkonto/kontaktinformationen";
  await see("names", `${data}/namen-aendern`, { de: "Namen ändern", en: "Change names" });
  await see("email", `${data}/email-aendern`, { de: "E-Mail-Adresse ändern", en: "Change e-mail address" });
  await see("password", `${data}/passwort-aendern`, { de: "Passwort ändern", en: "Change password" });
  await see("addresses", "/kundenkonto/adressen", { de: "Adressbuch", en: "Address book" });
  await see("address-billing", `/kundenkonto/adressen/adresse-bearbeiten/${billing}`, {
    de: "Rechnungsadresse bearbeiten",
    en: "Edit billing address",
  });
  await see("address-delivery", `/kundenkonto/adressen/adresse-bearbeiten/${delivery}`, {
    de: "Lieferadresse bearbeiten",
    en: "Edit delivery address",
  });
  await see("address-new", "/kundenkonto/adressen/neue-lieferadresse", {
    de: "Neue Lieferadresse",
    en: "New delivery address",
  });
  await see("cards", "/kundenkonto/kreditkarten", { de: "Kreditkarten", en: "Credit cards" });
  await see("card-new", "/kundenkonto/kreditkarten", { de: "Kreditkarten", en: "Credit cards" }, (lang) =>
    page.getByRole("button", { name: lang === "de" ? "Kreditkarte hinzufügen" : "Add a credit card" }).click(),
  );
  await see("become-business", `${data}/b2b-aendern`, {
    de: "Geschäftskunde werden",
    en: "Become a business customer",
  });

  await call(page, "/api/account/convert-to-business", {
    businessForm: 2,
    businessType: "reseller",
    company: "Muster KG",
    ownerFirstName: "Kim",
    ownerLastName: "Muster",
  });
  await see("business-data", data, { de: "Ansprechpartner", en: "Contact person" });
  await see("business-owner", `${data}/inhaber-name-aendern`, { de: "Inhaber ändern", en: "Change owner" });
  await see("business-vat", `${data}/ustid-aendern`, { de: "USt-IdNr. ändern", en: "Change VAT ID" });
  await see("business-company", `${data}/firmen-name-aendern`, { de: "uups ...", en: "oops ..." }); // it is known
  await see("business-address", `/kundenkonto/adressen/adresse-bearbeiten/${billing}`, {
    de: "Rechnungsadresse bearbeiten",
    en: "Edit billing address",
  });
});
