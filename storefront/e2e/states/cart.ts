import { openPage } from "../support/shop";
import { answer, at, dialog, fillCart, hang, message, type Visit } from "./state";

/** The cart with its answers and failures. */
export const cart: Visit = {
  name: "cart",
  states: [
    {
      name: "cart-waiting",
      reach: async (page) => {
        await hang(page, "/api/cart");
        await page.goto("/warenkorb");
      },
    },
    {
      name: "cart-one",
      reach: async (page) => {
        await fillCart(page, "notebooks");
        await page.goto("/warenkorb");
      },
    },
    {
      name: "cart",
      reach: async (page) => {
        await fillCart(page, "monitore", 2);
        await page.goto("/warenkorb");
        await page.locator("details summary").first().click();
      },
    },
    at("cart-english", "/en/warenkorb"),
    {
      name: "cart-popup",
      over: '[role="group"]',
      only: "desktop",
      reach: async (page) => {
        await openPage(page, "/");
        await page.getByRole("link", { name: /^Warenkorb, (?!kein)/ }).hover();
        await page.getByRole("group", { name: "Vorschau des Warenkorbs" }).getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "cart-question",
      over: dialog,
      reach: async (page) => {
        await openPage(page, "/warenkorb");
        await page
          .getByRole("button", { name: /entfernen$/ })
          .first()
          .click();
      },
    },
    {
      name: "cart-failure",
      alike: true,
      over: message,
      reach: async (page) => {
        await openPage(page, "/warenkorb");
        await answer(page, "/cart/quantity/", { error: { code: "internal", reason: "internal" } }, 500);
        await page.getByRole("button", { name: "Anzahl erhöhen" }).first().click();
        await page.getByText("Die Anzahl kann gerade").waitFor();
      },
    },
    {
      name: "cart-unreached",
      alike: true,
      over: '[role="alertdialog"]',
      reach: async (page) => {
        await openPage(page, "/warenkorb");
        await page.route("**/cart/quantity/", (route) => route.abort("connectionfailed"));
        await page.getByRole("button", { name: "Anzahl erhöhen" }).first().click();
      },
    },
    {
      name: "cart-most",
      alike: true,
      over: message,
      reach: async (page) => {
        await openPage(page, "/warenkorb");
        const field = page.getByRole("textbox", { name: /^Anzahl von/ }).first();
        await field.fill("9999");
        await field.press("Enter");
        await page
          .getByText(/höchstens/)
          .first()
          .waitFor();
      },
    },
    {
      name: "cart-removed",
      alike: true,
      over: message,
      reach: async (page) => {
        await openPage(page, "/warenkorb");
        await page
          .getByRole("button", { name: /entfernen$/ })
          .last()
          .click();
        await page.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
      },
    },
    { name: "cart-express-refused", reach: (page) => page.goto("/warenkorb?express_error=express_not_approved") },
    {
      name: "cart-error",
      reach: async (page) => {
        await answer(page, "/api/cart", { error: { code: "internal", reason: "internal" } }, 500);
        await page.goto("/warenkorb");
      },
    },
  ],
};
