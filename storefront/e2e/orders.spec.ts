import type { Page } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import { found } from "./support/axe";
import { fillCard } from "./support/card";
import { mailedFiles } from "./support/mail";
import { kontor } from "./support/operator";
import {
  addToCart,
  buy,
  chooseDelivery,
  choosePayment,
  continueButton,
  enterGuest,
  expect,
  newEmail,
  openNotebook,
  orderAsGuest,
  orderNumber,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

const password = "Zug7Berg";

/** Goes on from the payment step to the placed order. */
async function finish(page: Page): Promise<void> {
  await continueButton(page).click();
  await chooseDelivery(page);
  await buy(page);
  await orderNumber(page);
}

/** Orders as a guest by bank transfer and makes an account of the order; gives its number. */
async function orderAndRegister(page: Page): Promise<string> {
  const number = await orderAsGuest(page, newEmail());
  await page.getByLabel("Passwort", { exact: true }).fill("kurz");
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await expect(page.getByLabel("Passwort", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await expect(page.getByText("Dein Kundenkonto ist angelegt")).toBeVisible();
  return number;
}

test("the warranty extension in a price is named at the button that buys, and wherever the order is shown", async ({
  page,
}) => {
  await openNotebook(page);
  await page.getByRole("group", { name: "Garantieverlängerung" }).getByRole("radio").nth(1).check({ force: true });
  await addToCart(page);
  await enterGuest(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  const named = page.getByText(/^Inklusive: Garantieverlängerung auf \d Jahre$/);
  await expect(named, "among the products and beside them").toHaveCount(2);
  await buy(page);
  await orderNumber(page);
  await expect(named).toBeVisible();
  await page.getByRole("link", { name: messages.success.toStatus }).click();
  await expect(page).not.toHaveURL(/kasse/);
  await expect(named).toBeVisible();
});

test("a guest makes an account of the order and finds the order in it", async ({ page }) => {
  const number = await orderAndRegister(page);
  await page.getByRole("link", { name: "Zu deinen Bestellungen" }).click();
  await expect(page.getByRole("heading", { name: "Bestellungen", exact: true })).toBeVisible();
  await expect(page.getByText("Übersicht der Bestellungen in den letzten 6 Monaten")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: number })).toBeVisible();
  await page.getByRole("button", { name: `Details der Bestellung ${number}` }).click();
  await expect(page.getByRole("heading", { name: `Bestellung ${number} beinhaltet 1 Artikel` })).toBeVisible();
  await expect(page.getByText("Gesamtsumme")).toBeVisible();
  await expect(page.getByText("20457 Hamburg").first()).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/account/get-orders", (route) => held.then(() => route.continue()), { times: 1 });
  await page.getByLabel("Bestellungen filtern").selectOption(String(new Date().getFullYear()));
  await expect(page.locator("main [aria-busy=true]")).toBeVisible();
  await expect(page.getByText("Übersicht der Bestellungen in den letzten 6 Monaten")).toBeVisible();
  answer();
  await expect(page.getByText(`Übersicht der Bestellungen im Jahr ${new Date().getFullYear()}`)).toBeVisible();
  const asked: number[] = [];
  await page.route("**/account/get-orders", async (route) => {
    const { pageNumber } = route.request().postDataJSON() as { pageNumber: number };
    asked.push(pageNumber);
    const answer = (await (await route.fetch({ postData: {} })).json()) as { orderOverview: object[] };
    const orderOverview = answer.orderOverview.map((one) => ({ ...one, primaryOrderId: Number(number) + pageNumber }));
    await route.fulfill({ json: { ...answer, orderOverview, ordersCount: 2 } });
  });
  await page.reload();
  const more = page.getByRole("button", { name: "Mehr" });
  const details = page.getByRole("button", { name: /^Details der Bestellung/ });
  await expect(details).toHaveCount(1);
  await more.click();
  await expect(details).toHaveCount(2);
  await expect(more).toHaveCount(0);
  expect(asked).toEqual([1, 2]);
  await page.goto(`/kundenkonto/bestellungen/${number}`);
  await expect(page.getByRole("heading", { name: `Bestellung ${number}`, exact: true })).toBeVisible();
  const left = { productName: "Acme Füller", missing: 1, reason: "product_short" };
  await page.route("**/account/reorder", (route) => route.fulfill({ json: { added: 2, left: [left], cartCount: 2 } }));
  await page.getByRole("button", { name: "Erneut bestellen" }).click();
  const came = page.getByRole("main").getByRole("status").filter({ hasText: "2 Artikel liegen jetzt im Warenkorb." });
  await expect(came).toContainText("1 × Acme Füller: nicht in dieser Menge verfügbar");
  await came.getByRole("link", { name: "Zum Warenkorb" }).click();
  await expect(page).toHaveURL(/\/warenkorb$/);
  await page.goto("/kundenkonto/bestellungen/1");
  await expect(page.getByRole("heading", { name: "uups ..." })).toBeVisible();
});

test("a delivery's invoice is in the account, with its electronic data", async ({ page }) => {
  const number = await orderAndRegister(page);
  await kontor("order", "paid", number);
  await expect(() => kontor("order", "ship", number)).toPass(); // it is placed once its workflow knows of the money
  await page.goto(`/kundenkonto/bestellungen/${number}`);
  const invoice = page.getByRole("link", { name: /^Rechnung .* \(PDF\)$/ });
  await expect(invoice).toBeVisible();
  const file = await page.request.get((await invoice.getAttribute("href")) ?? "");
  const document = (await file.body()).toString("latin1");
  expect(document.startsWith("%PDF-")).toBe(true);
  expect(document).toContain("factur-x.xml");
});

test("a guest's invoice comes with the mail of dispatch", async ({ page, request }) => {
  const email = newEmail();
  await startAtPayment(page, email);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  const number = await orderNumber(page);
  await kontor("order", "paid", number);
  await expect(() => kontor("order", "ship", number)).toPass();
  expect(await mailedFiles(request, email, /Wir haben deine Artikel an .* übergeben/)).toEqual([
    expect.stringMatching(/^Rechnung.*\.pdf$/),
  ]);
});

test("the overview is the customer's own, and a private account becomes a business", async ({ page }) => {
  await orderAndRegister(page);
  await page.goto("/kundenkonto");
  await page.getByRole("button", { name: "Ansicht bearbeiten" }).click();
  await page.getByRole("button", { name: "Mein Adressbuch entfernen" }).click();
  await page.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByRole("heading", { name: "Mein Adressbuch" })).toBeHidden();
  await expect(page.locator(":focus"), "where the tile was").toContainText("Meine Bestellungen");
  await expect(page.getByRole("link", { name: /^Bestellung \d+$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Meine Bestellungen" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Mein Adressbuch" })).toBeHidden();
  await page.getByRole("button", { name: "Ansicht bearbeiten" }).click();
  await page.getByLabel("Kachel hinzufügen").selectOption({ label: "Mein Adressbuch" });
  await expect(page.getByRole("heading", { name: "Mein Adressbuch" })).toBeVisible();
  await page.getByLabel("Kachel hinzufügen").selectOption({ label: "Campus-Programm" });
  await expect(page.getByLabel("Kachel hinzufügen"), "four are the most").toBeHidden();
  await expect(page.getByRole("link", { name: "Zum Campus-Programm" })).toBeVisible();

  await page.goto("/kundenkonto/kontaktinformationen");
  await page.getByRole("link", { name: "In ein Geschäftskundenkonto umwandeln" }).click();
  await page.getByLabel("Geschäftsform").selectOption("1");
  await page.getByLabel("Geschäftsart").selectOption("consumer");
  await page.getByLabel("Firma").fill("Muster GmbH");
  await page.getByRole("button", { name: "Konto umwandeln" }).click();
  await expect(page.getByRole("heading", { name: "Ansprechpartner" })).toBeVisible();
  await expect(page.getByText("Muster GmbH")).toBeVisible();
  await expect(page.getByRole("link", { name: "Kreditkarten", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Campus-Programm", exact: true }), "not for a business").toHaveCount(0);
  await page.goto("/kundenkonto/studentenprogramm");
  await expect(page, "nor by its address").toHaveURL(/\/kundenkonto$/);

  await page.route("**/api/account/vat-id/change", (route) =>
    route.fulfill({ json: { successful: false, error: "action_not_allowed", errorFields: [], errors: [] } }),
  );
  await page.goto("/kundenkonto/kontaktinformationen/ustid-aendern");
  await page.getByRole("textbox", { name: "USt-IdNr." }).fill("DE136695976");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Leider kam es zu einem technischen Problem.")).toBeVisible();
  await expect(page, "what is of no use to try again leads back").toHaveURL(/\/kontaktinformationen$/);
});

test("a card is saved when buying, pays the next order, is removed, and added without buying", async ({ page }) => {
  test.setTimeout(240_000);
  await orderAndRegister(page);
  for (const saved of [false, true]) {
    await putNotebook(page);
    await page.goto("/kasse#/payment");
    await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
    if (saved) {
      await expect(page.getByRole("radio", { name: /Visa.*1111/ })).toBeChecked();
    } else {
      await fillCard(page, "4111111111111111");
      await page.getByLabel("Karte für den nächsten Einkauf speichern").check({ force: true });
    }
    await finish(page);
  }
  await page.goto("/kundenkonto/kreditkarten");
  await page.getByRole("checkbox", { name: /Visa/ }).check({ force: true });
  await page.getByRole("button", { name: "Kreditkarte entfernen" }).click();
  await page.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText("Die Kreditkarte wurde entfernt.")).toBeVisible();
  await expect(page.getByText("Du hast noch keine Kreditkarte gespeichert.")).toBeVisible();
  await expect(page.locator(":focus"), "where the card was").toContainText("Kreditkarten");
  await page.getByRole("button", { name: "Kreditkarte hinzufügen" }).click();
  await page.getByRole("button", { name: "Karte speichern" }).click();
  await expect(page.getByLabel("Karteninhaber"), "the first that is wrong").toBeFocused();
  expect(await found(page, "card")).toEqual([]);
  await fillCard(page, "4111111111111111");
  await page.getByRole("button", { name: "Karte speichern" }).click();
  await expect(page.getByText("Die Kreditkarte wurde gespeichert.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Visa.*1111/ })).toBeVisible();
});
