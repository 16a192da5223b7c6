import type { Page } from "@playwright/test";
import { fillCard } from "./support/card";
import {
  buy,
  call,
  chooseDelivery,
  continueButton,
  expect,
  newEmail,
  orderNumber,
  putNotebook,
  test,
} from "./support/shop";

/** Removes a card as another tab does. */
const removeElsewhere = (page: Page, alias: string) =>
  call(page, "/api/account/creditcards/remove", { creditCardIds: [alias] });

/** Makes a customer with two saved cards, and gives the shop's names of them. */
async function twoCards(page: Page): Promise<[string, string]> {
  const person = { firstName: "Kim", lastName: "Muster" };
  await call(page, "/auth/register", { ...person, email: newEmail(), password: "Zug7Berg" });
  const { userId } = await call<{ userId: number }>(page, "/account/customer/get", {});
  const home = { ...person, streetName: "Speicherstraße", streetNumber: "12", zipCode: "20457", cityName: "Hamburg" };
  await call(page, "/api/account/convert-light-to-full-user", { userId, invoiceData: home });
  const save = async (end: string) => {
    const card = { cardtype: "V", cardexpiredate: "4912", cardholder: "Kim Muster" };
    const token = { pseudocardpan: `941001000000000${end}`, truncatedcardpan: `411111XXXXXX${end}` };
    return (await call<{ alias: string }>(page, "/api/account/creditcards/save", { ...card, ...token })).alias;
  };
  return [await save("1111"), await save("1112")];
}

test("what another tab has removed is not removed again, and the page shows and removes what is left", async ({
  page,
}) => {
  const [first] = await twoCards(page);
  await page.goto("/kundenkonto/kreditkarten");
  for (const end of ["1111", "1112"]) await page.getByRole("checkbox", { name: end }).check({ force: true });
  await removeElsewhere(page, first);
  await page.getByRole("button", { name: "Kreditkarten entfernen" }).click();
  await page.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("button", { name: "Kreditkarte entfernen" }).click();
  await page.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText("Du hast noch keine Kreditkarte gespeichert.")).toBeVisible();
});

test("a saved card that is gone is told of, and no longer there to choose", async ({ page }) => {
  const [first, second] = await twoCards(page);
  await putNotebook(page);
  await page.goto("/kasse#/payment");
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await page.getByRole("radio", { name: /1111/ }).check({ force: true });
  await removeElsewhere(page, first);
  await continueButton(page).click();
  await expect(page.getByText("Diese Karte ist nicht mehr gespeichert.")).toBeVisible();
  await expect(page.getByRole("radio", { name: /1111/ })).toHaveCount(0);
  await page.getByRole("radio", { name: /1112/ }).check({ force: true });
  await removeElsewhere(page, second);
  await continueButton(page).click();
  await expect(page.getByText("Diese Karte ist nicht mehr gespeichert.")).toBeVisible();
  await expect(page.getByRole("radio", { name: /1112/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "Neue Karte" }).click({ force: true });
  await expect(page.getByLabel("Kartennummer")).toBeVisible();
});

test("a saved card that the provider knows no more is told of at once, and so is one removed before it is paid by", async ({
  page,
}) => {
  const [, second] = await twoCards(page);
  await putNotebook(page);
  await page.goto("/kasse#/payment");
  const card = page.getByRole("radio", { name: /^Kreditkarte (?!\()/ });
  const pay = async (end: RegExp) => {
    await card.check({ force: true });
    await page.getByRole("radio", { name: end }).check({ force: true });
    await continueButton(page).click();
    await chooseDelivery(page);
  };
  await pay(/1111/);
  await buy(page);
  await expect(page.getByText("Diese Karte kann nicht mehr belastet werden.")).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/#\/payment$/);
  await pay(/1112/);
  await removeElsewhere(page, second);
  await buy(page);
  await expect(page.getByText("Diese Karte ist nicht mehr gespeichert.")).toBeVisible();
  await page.goto("/kasse#/payment");
  await expect(page.getByRole("radio", { name: /1112/ })).toHaveCount(0);
  await page.getByRole("radio", { name: /^Vorkasse/ }).check({ force: true });
  await continueButton(page).click();
  await chooseDelivery(page);
  await buy(page);
  await orderNumber(page);
});

test("a card that cannot be saved is told of in its form, which is over the page and keeps what was typed", async ({
  page,
}) => {
  await twoCards(page);
  await page.goto("/kundenkonto/kreditkarten");
  await page.getByRole("button", { name: "Kreditkarte hinzufügen" }).click();
  const dialog = page.getByRole("dialog");
  await fillCard(page, "4111111111111111");
  await page.route("**/creditcards/save", (route) => route.abort());
  await dialog.getByRole("button", { name: "Karte speichern" }).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await expect(dialog.getByRole("alert")).toContainText("prüfe deine Verbindung");
  await expect(dialog.getByLabel("Karteninhaber")).toHaveValue("Kim Muster");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Karte speichern" }).click();
  await expect(page.getByText("Die Kreditkarte wurde gespeichert.")).toBeVisible();
});
