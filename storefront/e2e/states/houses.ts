import type { Page } from "@playwright/test";
import { addToCart, buy, choosePayment, newEmail, orderNumber } from "../support/shop";
import { at, dialog, fill, fillCart, next, postal, type Visit } from "./state";

const partner = (path: string) => (page: Page) =>
  page.goto(new URL(path, page.url()).href.replace(/\/\/[^:/]+/, "//grafik.localhost"));

/** A partner's shop from its category to the order. */
export const atPartner: Visit = {
  name: "partner",
  states: [
    { name: "partner-home", reach: async (page) => (await page.goto("/"), partner("/")(page)) },
    { name: "partner-search", reach: partner("/produkte/geforce") },
    { name: "partner-not-found", reach: partner("/gibt-es-nicht") },
    {
      name: "partner-product",
      reach: async (page) => {
        await partner("/kategorie/grafikkarten?verfuegbar[]=1")(page);
        await page.locator("article h3 a").first().click();
        await page.waitForURL(/produkt\//);
      },
    },
    {
      name: "partner-cart",
      reach: async (page) => {
        await addToCart(page);
        await partner("/warenkorb")(page);
      },
    },
    { name: "partner-checkout", reach: partner("/kasse") },
    {
      name: "partner-confirmation",
      reach: async (page) => {
        await page.getByLabel("E-Mail-Adresse").fill(newEmail());
        await next(page, "address");
        await fill(page, { Vorname: "Kim", Nachname: "Muster", ...postal });
        await next(page, "payment");
        await choosePayment(page, /Vorkasse/);
      },
    },
    {
      name: "partner-success",
      reach: async (page) => {
        await buy(page);
        await orderNumber(page);
      },
    },
  ],
};

const person = { firstName: "Kim", lastName: "Muster", password: "Zug7Berg" };
const home = { ...person, streetName: "Speicherstraße", streetNumber: "12", zipCode: "20457", cityName: "Hamburg" };
const details = "/kundenkonto/kontaktinformationen";

/** The account of a business. */
export const company: Visit = {
  name: "company",
  states: [
    {
      name: "company-overview",
      reach: async (page) => {
        const { password, ...address } = home;
        await page.request.post("/auth/registration", {
          data: {
            email: newEmail(),
            ...person,
            password,
            businessForm: 2,
            businessType: "reseller",
            company: "Muster & Söhne OHG",
            ownerFirstName: "Maria",
            ownerLastName: "Muster",
            address,
          },
        });
        await page.goto("/kundenkonto");
      },
    },
    at("company-data", details),
    { ...at("company-owner", `${details}/inhaber-name-aendern`), over: dialog },
    at("company-name", `${details}/firmen-name-aendern`),
    { ...at("company-vat", `${details}/ustid-aendern`), over: dialog },
    at("company-addresses", "/kundenkonto/adressen"),
    at("company-address-new", "/kundenkonto/adressen/neue-lieferadresse"),
    at("company-cards-none", "/kundenkonto/kreditkarten"),
    {
      name: "company-payment",
      reach: async (page) => {
        await fillCart(page, "notebooks");
        await page.goto("/kasse");
        await page.waitForURL(/#\/(payment|address)$/);
      },
    },
    { name: "company-address", reach: async (page) => (await page.goto("/kasse#/address"), page.reload()) },
  ],
};
