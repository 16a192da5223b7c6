import type { Page } from "@playwright/test";
import { registerCustomer } from "../support/account";
import { newEmail } from "../support/shop";
import { campusStates } from "./campus";
import { answer, at, dialog, fill, hang, header, message, postal, type Visit } from "./state";

async function logIn(page: Page): Promise<void> {
  await page.goto("/kundenkonto/login");
  await fill(page, { "E-Mail-Adresse": newEmail(), Passwort: "Zug7Berg" });
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

/** The ways into the account. */
export const entrance: Visit = {
  name: "entrance",
  states: [
    at("login", "/kundenkonto/login"),
    {
      name: "login-refused",
      reach: async (page) => {
        await logIn(page);
        await page.getByText("ist ein Fehler aufgetreten").waitFor();
      },
    },
    {
      name: "login-blocked",
      reach: async (page) => {
        await answer(page, "/auth/login", { loginBlockedUntil: Math.floor(Date.now() / 1000) + 125 }, 403);
        await logIn(page);
      },
    },
    {
      name: "login-waiting",
      alike: true,
      over: message,
      reach: async (page) => {
        await hang(page, "/auth/login");
        await logIn(page);
      },
    },
    {
      name: "login-code",
      reach: async (page) => {
        await answer(page, "/auth/login", { successful: true, needs2FaAuthentication: true });
        await logIn(page);
        await page.getByLabel("Ziffer 1 von 6").fill("123");
      },
    },
    at("register", "/kundenkonto/registrieren"),
    {
      name: "register-errors",
      reach: async (page) => {
        await page.goto("/kundenkonto/registrieren");
        await fill(page, { "E-Mail-Adresse": "kim.example.com", Passwort: "kurz" });
        await page.getByRole("button", { name: "Registrieren" }).click();
      },
    },
    {
      name: "register-business",
      reach: async (page) => {
        await page.goto("/kundenkonto/registrieren");
        await page.getByText("Ich möchte ein Geschäftskundenkonto").click();
      },
    },
    at("forgotten", "/kundenkonto/passwort+vergessen"),
    {
      name: "forgotten-sent",
      reach: async (page) => {
        await page.goto("/kundenkonto/passwort+vergessen");
        await fill(page, { "E-Mail-Adresse": newEmail() });
        await page.getByRole("button", { name: "Absenden" }).click();
        await page.getByText("Gibt es ein Konto mit der Adresse").waitFor();
      },
    },
    at("password-link-refused", "/kundenkonto/passwort+vergessen?token=geraten"),
    {
      name: "password-new",
      reach: async (page) => {
        await answer(page, "/process-password-forgotten", {
          successful: false,
          error: "password_change_failed",
          errorFields: [],
          errors: [],
        });
        await page.goto("/kundenkonto/passwort+vergessen?token=geraten");
      },
    },
    at("account-not-found", "/kundenkonto/gibt-es-nicht"),
  ],
};

/** The account of a customer who has just registered. */
export const inside: Visit = {
  name: "account",
  states: [
    { name: "overview", reach: (page) => registerCustomer(page, newEmail()) },
    {
      name: "overview-changing",
      reach: async (page) => {
        await page.goto("/kundenkonto");
        await page.getByRole("button", { name: "Ansicht bearbeiten" }).click();
      },
    },
    {
      name: "tile-question",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await page.goto("/kundenkonto");
        await page.getByRole("button", { name: "Ansicht bearbeiten" }).click();
        await page.getByRole("button", { name: "Mein Adressbuch entfernen" }).click();
      },
    },
    at("overview-english", "/en/kundenkonto"),
    at("orders-none", "/kundenkonto/bestellungen"),
    {
      name: "orders-waiting",
      reach: async (page) => {
        await hang(page, "/api/account/orders*");
        await page.goto("/kundenkonto/bestellungen");
      },
    },
    at("data", "/kundenkonto/kontaktinformationen"),
    { ...at("name-change", "/kundenkonto/kontaktinformationen/namen-aendern"), over: dialog },
    { ...at("email-change", "/kundenkonto/kontaktinformationen/email-aendern"), over: dialog },
    { ...at("password-change", "/kundenkonto/kontaktinformationen/passwort-aendern"), over: dialog },
    at("business-become", "/kundenkonto/kontaktinformationen/b2b-aendern"),
    {
      name: "account-delete",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await page.goto("/kundenkonto/kontaktinformationen");
        await page.getByRole("button", { name: "Konto löschen" }).click();
      },
    },
    {
      name: "data-copy-asked",
      alike: true,
      over: message,
      reach: async (page) => {
        await page.goto("/kundenkonto/kontaktinformationen");
        await page.getByRole("button", { name: "Kopie anfordern" }).click();
        await page.getByText("Wir stellen die Kopie").first().waitFor();
      },
    },
    at("addresses-none", "/kundenkonto/adressen"),
    at("address-new", "/kundenkonto/adressen/neue-rechnungsadresse"),
    {
      name: "address-errors",
      reach: async (page) => {
        await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
        await page.getByRole("button", { name: "Speichern" }).click();
      },
    },
    {
      name: "address-saved",
      alike: true,
      over: message,
      reach: async (page) => {
        await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
        await fill(page, postal);
        await page.getByRole("button", { name: "Speichern" }).click();
        await page.waitForURL(/adressen$/);
      },
    },
    {
      name: "addresses",
      reach: async (page) => {
        await page.goto("/kundenkonto/adressen/neue-lieferadresse");
        await fill(page, { ...postal, Ort: "Cuxhaven" });
        await page.getByRole("button", { name: "Speichern" }).click();
        await page.waitForURL(/adressen$/);
        await page.reload();
      },
    },
    {
      name: "address-edit",
      over: "main form",
      reach: (page) => page.locator('a[href*="adresse-bearbeiten"]').last().click(),
    },
    {
      name: "address-question",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await page.goto("/kundenkonto/adressen");
        await page.getByRole("button", { name: /löschen/ }).click();
      },
    },
    {
      name: "card-new",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await page.goto("/kundenkonto/kreditkarten");
        await page.getByRole("button", { name: "Kreditkarte hinzufügen" }).click();
      },
    },
    {
      name: "account-soft",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await header(page, { isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" });
        await page.goto("/kundenkonto/adressen");
        await page.getByRole("dialog").waitFor();
      },
    },
    ...campusStates,
  ],
};
