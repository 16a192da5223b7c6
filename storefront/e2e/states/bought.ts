import { buy, choosePayment, newEmail, orderNumber, startAtPayment } from "../support/shop";
import { at, type Visit } from "./state";

/** After the order: a guest makes an account of it, and finds it there. */
export const bought: Visit = {
  name: "bought",
  states: [
    {
      name: "success",
      reach: async (page) => {
        await startAtPayment(page, newEmail());
        await choosePayment(page, /Vorkasse/);
        await buy(page);
        await orderNumber(page);
      },
    },
    { name: "success-english", reach: async (page) => page.goto(page.url().replace("/kasse/", "/en/kasse/")) },
    {
      name: "success-account",
      reach: async (page) => {
        await page.goBack();
        await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
        await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
        await page.getByText("Dein Kundenkonto ist angelegt").waitFor();
      },
    },
    at("orders", "/kundenkonto/bestellungen"),
    {
      name: "order-details",
      reach: async (page) => {
        await page.goto("/kundenkonto/bestellungen");
        await page.getByRole("button", { name: /^Details der Bestellung/ }).click();
      },
    },
    {
      name: "order",
      reach: async (page) => {
        const name = await page.getByRole("button", { name: /^Details der Bestellung/ }).getAttribute("aria-label");
        await page.goto(`/kundenkonto/bestellungen/${/\d+/.exec(name ?? "")?.[0]}`);
      },
    },
    at("overview-full", "/kundenkonto"),
    at("cards", "/kundenkonto/kreditkarten"),
  ],
};
