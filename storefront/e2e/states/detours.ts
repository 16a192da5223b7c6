import { becomeCustomer } from "../support/account";
import { fillCard } from "../support/card";
import { buy, choosePayment, continueButton, fillGuest, newEmail, orderNumber, startAtPayment } from "../support/shop";
import { at, dialog, fill, fillCart, next, postal, type State, type Visit } from "./state";

/** A business abroad: net prices, its data, and what the counter charges. */
export const abroad: Visit = {
  name: "abroad",
  states: [
    {
      name: "abroad-errors",
      reach: async (page) => {
        await fillCart(page, "notebooks");
        await fillGuest(page, newEmail());
        await page.getByText("Ich bin Geschäftskunde").click();
        await page.getByLabel("Land").first().selectOption({ label: "Österreich" });
        await page.getByLabel("PLZ", { exact: true }).fill("101");
        await continueButton(page).click({ force: true });
      },
    },
    {
      name: "abroad-address",
      reach: async (page) => {
        await fill(page, { Firma: "Wiener Werke GmbH", PLZ: "1010", Ort: "Wien" });
        await page.getByLabel(/USt-IdNr/).fill("ATU13585627");
        await page.getByLabel("PLZ", { exact: true }).blur();
      },
    },
    {
      name: "abroad-payment",
      reach: async (page) => {
        await next(page, "payment");
        await page.getByRole("radio").first().waitFor({ state: "attached" });
      },
    },
    { name: "abroad-confirmation", reach: (page) => choosePayment(page, /Vorkasse/) },
    {
      name: "abroad-success",
      reach: async (page) => {
        await buy(page);
        await orderNumber(page);
      },
    },
  ],
};

/** A customer who has come before: an address book, a saved card. */
export const again: Visit = {
  name: "again",
  states: [
    {
      name: "again-addresses",
      reach: async (page) => {
        await becomeCustomer(page);
        await page.goto("/kundenkonto/adressen/neue-lieferadresse");
        await fill(page, { ...postal, PLZ: "27472", Ort: "Cuxhaven" });
        await page.getByRole("button", { name: "Speichern" }).click();
        await page.waitForURL(/adressen$/);
        await fillCart(page, "notebooks");
        await page.goto("/kasse#/address");
        await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
      },
    },
    {
      name: "again-card",
      reach: async (page) => {
        await page.goto("/kasse#/payment");
        await page.reload();
        await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
        await fillCard(page, "4111111111111111");
        await page.getByLabel("Karte für den nächsten Einkauf speichern").check({ force: true });
      },
    },
    {
      name: "again-card-saved",
      reach: async (page) => {
        await next(page, "shipping");
        await page.goto("/kasse#/payment");
        await page.reload();
        await page.getByRole("radio", { name: /Visa.*1111/ }).waitFor({ state: "attached" });
      },
    },
    at("again-cards", "/kundenkonto/kreditkarten"),
    {
      name: "again-card-question",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await page.goto("/kundenkonto/kreditkarten");
        await page.getByRole("checkbox", { name: /Visa/ }).check({ force: true });
        await page.getByRole("button", { name: "Kreditkarte entfernen" }).click();
      },
    },
  ],
};

/** What the providers' windows and texts add to the payment step. */
export const widgetsOfProviders: Visit = {
  name: "providers",
  states: [
    { name: "provider-methods", reach: (page) => startAtPayment(page, newEmail()) },
    ...(
      [
        ["klarna-later", /Klarna.*(Rechnung|später)/i],
        ["santander", /Santander/],
        ["consors", /Consors|0.?%/],
        ["paypal", /PayPal/],
      ] as const
    ).map(([name, method]): State => ({
      name: `provider-${name}`,
      reach: (page) => page.getByRole("radio", { name: method }).first().check({ force: true }),
    })),
    {
      name: "provider-klarna-asks",
      reach: async (page) => {
        await page.getByRole("radio", { name: /Klarna.*(Rechnung|später)/i }).check({ force: true });
        await continueButton(page).click();
        await page.locator("[data-klarna-decision=approve]").waitFor();
      },
    },
  ],
};
