import { kontor } from "../support/operator";
import {
  addToCart,
  buy,
  continueButton,
  fillGuest,
  newEmail,
  openFound,
  openNotebook,
  orderNumber,
} from "../support/shop";
import { answer, next, type Visit } from "./state";

/** An order in two deliveries, one of them by a forwarder, as a guest meets it and an account shows it. */
export const split: Visit = {
  name: "split",
  states: [
    {
      name: "split-cart",
      reach: async (page) => {
        await openNotebook(page);
        await addToCart(page);
        await openFound(page, "CyberPower PR3000LCDSL");
        await addToCart(page);
        await page.goto("/warenkorb");
      },
    },
    {
      name: "split-address",
      reach: async (page) => {
        await fillGuest(page, newEmail());
        await continueButton(page).click();
        await page.getByText("Der Versanddienst braucht deine Telefonnummer").waitFor();
      },
    },
    {
      name: "split-shipping",
      reach: async (page) => {
        await page.getByLabel("Telefonnummer", { exact: false }).first().fill("040 1234567");
        await next(page, "payment");
        await page.getByRole("radio", { name: /Vorkasse/ }).check({ force: true });
        await next(page, "shipping");
      },
    },
    {
      name: "split-pickup",
      reach: async (page) => {
        const first = page.getByRole("group", { name: /Lieferung 1\/2/ });
        await first.getByRole("radio", { name: /Abholung|Pickup/ }).check({ force: true });
        await first.getByRole("combobox").selectOption({ index: 1 });
      },
    },
    {
      name: "split-confirmation",
      reach: async (page) => {
        await page.goto("/kasse#/shipping");
        await page.reload();
        await page
          .getByRole("group", { name: /Lieferung 1\/2/ })
          .getByRole("radio")
          .first()
          .check({ force: true });
        await next(page, "confirmation");
        await page.getByRole("region", { name: "Rundum-sorglos-Paket" }).getByRole("button").first().click();
        await page.getByRole("button", { name: "Entfernen" }).first().waitFor();
      },
    },
    {
      name: "split-voucher",
      reach: async (page) => {
        const code = page.getByLabel("Gutscheincode").locator("visible=true").first();
        await kontor("voucher", "set", "FROHESFEST", "--percent", "10", "--reason", "a picture of it").catch(
          () => undefined,
        );
        await code.fill("FROHESFEST");
        await code.press("Enter");
        await page
          .getByRole("button", { name: /FROHESFEST entfernen/ })
          .first()
          .waitFor();
      },
    },
    {
      name: "split-total-changed",
      reach: async (page) => {
        const error = { error: { code: "conflict", reason: "checkout_total_changed" } };
        await answer(page, "/api/checkout/process", error, 409);
        await buy(page);
        await page.getByText("Der Gesamtbetrag hat sich geändert.").waitFor();
      },
    },
    {
      name: "split-success",
      reach: async (page) => {
        await buy(page);
        await orderNumber(page);
      },
    },
    {
      name: "split-order",
      reach: async (page) => {
        const number = await page.getByTestId("order-id").innerText();
        await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
        await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
        await page.getByText("Dein Kundenkonto ist angelegt").waitFor();
        await kontor("order", "paid", number);
        for (let tries = 20; tries > 0; tries--)
          if (
            await kontor("order", "ship", number, "--delivery", "1").then(
              () => true,
              () => false,
            )
          )
            break;
        await page.goto(`/kundenkonto/bestellungen/${number}`);
      },
    },
    {
      name: "split-order-printed",
      reach: async (page) => {
        await page.emulateMedia({ media: "print" });
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
    },
    {
      name: "split-withdrawal",
      reach: async (page) => {
        await page.emulateMedia({ media: "screen" });
        await page.goto("/widerruf");
      },
    },
  ],
};
