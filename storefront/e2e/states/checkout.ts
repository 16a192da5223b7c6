import type { Page } from "@playwright/test";
import { buy, choosePayment, continueButton, fillGuest, newEmail } from "../support/shop";
import { answer, dialog, fill, fillCart, hang, message, postal, type Visit } from "./state";

const radio = (page: Page, name: RegExp | string) => page.getByRole("radio", { name, exact: true });

/** Presses what ends a step, although the step is not complete. */
const press = (page: Page) => continueButton(page).click({ force: true });

/** Opens the address step as the guest who has said who it is. */
async function toAddress(page: Page): Promise<void> {
  await page.goto("/kasse#/address");
  await page.reload();
  await page.getByLabel("Vorname", { exact: true }).first().waitFor();
}

/** Opens the payment step, and closes what the state before has opened on it. */
async function toPayment(page: Page): Promise<void> {
  await page.goto("/kasse#/payment");
  await page.keyboard.press("Escape");
}

/** Opens the payment step and chooses a method there. */
async function choose(page: Page, method: RegExp): Promise<void> {
  await toPayment(page);
  await radio(page, method).first().check({ force: true });
}

/** The checkout of a guest, step by step. */
export const guest: Visit = {
  name: "guest",
  states: [
    { name: "checkout-empty", reach: (page) => page.goto("/kasse") },
    {
      name: "checkout-login",
      reach: async (page) => {
        await fillCart(page, "notebooks");
        await page.goto("/kasse");
      },
    },
    {
      name: "checkout-waiting",
      reach: async (page) => {
        await hang(page, "/api/checkout/init");
        await page.goto("/kasse");
        await page.reload();
      },
    },
    {
      name: "checkout-login-errors",
      reach: async (page) => {
        await page.goto("/kasse");
        await press(page);
      },
    },
    { name: "checkout-address", reach: (page) => fillGuest(page, newEmail()) },
    {
      name: "checkout-address-errors",
      reach: async (page) => {
        await toAddress(page);
        await press(page);
      },
    },
    {
      name: "checkout-address-failed",
      reach: async (page) => {
        await answer(page, "/api/rules*", {}, 500);
        await page.goto("/kasse#/address");
        await page.reload();
        await page.getByRole("button", { name: "Erneut versuchen" }).waitFor();
      },
    },
    {
      name: "phone-explained",
      over: dialog,
      reach: async (page) => {
        await toAddress(page);
        await page.locator("main button[aria-haspopup=dialog]").first().click();
      },
    },
    {
      name: "checkout-business",
      reach: async (page) => {
        await toAddress(page);
        await page.getByText("Ich bin Geschäftskunde").click();
      },
    },
    {
      name: "checkout-delivery",
      reach: async (page) => {
        await toAddress(page);
        await radio(page, "Abweichende Lieferadresse").check({ force: true });
      },
    },
    {
      name: "checkout-packstation",
      reach: async (page) => {
        await toAddress(page);
        await radio(page, "Abweichende Lieferadresse").check({ force: true });
        await radio(page, "Packstation").check({ force: true });
        const near = page.getByLabel("In der Nähe von (PLZ oder Ort)");
        await near.fill("04229");
        await near.press("Enter");
        const points = page.getByRole("group", { name: /Orte gefunden/ });
        await points.getByRole("radio").first().check({ force: true });
      },
    },
    {
      name: "checkout-payment",
      reach: async (page) => {
        await toAddress(page);
        await fill(page, { Vorname: "Kim", Nachname: "Muster", ...postal });
        await continueButton(page).click();
        await page.waitForURL(/#\/payment$/);
        await page.getByRole("radio").first().waitFor({ state: "attached" });
      },
    },
    {
      name: "payment-errors",
      reach: async (page) => {
        await page.goto("/kasse#/payment");
        await page.reload();
        await press(page);
      },
    },
    { name: "payment-card", reach: (page) => choose(page, /^Kreditkarte (?!\()/) },
    {
      name: "payment-card-errors",
      reach: async (page) => {
        await choose(page, /^Kreditkarte (?!\()/);
        await press(page);
      },
    },
    { name: "payment-klarna", reach: (page) => choose(page, /^Klarna/) },
    {
      name: "payment-explained",
      over: dialog,
      reach: async (page) => {
        await page.goto("/kasse#/payment");
        await page.locator("main li button[aria-haspopup=dialog]").first().click();
      },
    },
    {
      name: "checkout-shipping",
      reach: async (page) => {
        await choose(page, /Vorkasse/);
        await continueButton(page).click();
        await page.waitForURL(/#\/shipping$/);
      },
    },
    {
      name: "shipping-pickup",
      reach: async (page) => {
        await page.goto("/kasse#/shipping");
        await page
          .getByRole("radio", { name: /Abholung|Pickup/ })
          .first()
          .check({ force: true });
      },
    },
    {
      name: "checkout-confirmation",
      reach: async (page) => {
        await toPayment(page);
        await choosePayment(page, /Vorkasse/);
      },
    },
    {
      name: "checkout-notice",
      alike: true,
      over: dialog,
      reach: async (page) => {
        await toPayment(page);
        await choosePayment(page, /Vorkasse/);
        await page.getByRole("button", { name: "Hinweis der EU ansehen" }).click();
      },
    },
    {
      name: "voucher-refused",
      reach: async (page) => {
        await page.keyboard.press("Escape"); // the notice
        await page.getByLabel("Gutscheincode").fill("GIBT-ES-NICHT");
        await page.getByLabel("Gutscheincode").press("Enter");
        await page.getByText("Diesen Gutscheincode kennen wir nicht.").waitFor();
      },
    },
    {
      name: "summary-open",
      only: "phone",
      reach: async (page) => {
        await page.goto("/kasse#/confirmation");
        await page.getByRole("button", { name: "Ein Artikel" }).click();
      },
    },
    {
      name: "order-refused",
      reach: async (page) => {
        await page.goto("/kasse#/confirmation");
        await answer(
          page,
          "/api/checkout/process",
          { error: { code: "conflict", reason: "checkout_payment_failed" } },
          409,
        );
        await buy(page);
        await page.getByRole("alert").first().waitFor();
      },
    },
    {
      name: "order-waiting",
      over: message,
      reach: async (page) => {
        await toPayment(page);
        await choosePayment(page, /Vorkasse/);
        await hang(page, "/api/checkout/process");
        await buy(page);
      },
    },
  ],
};
