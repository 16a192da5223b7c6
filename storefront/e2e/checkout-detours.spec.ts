import type { Page } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import { newCustomer } from "./support/account";
import { found } from "./support/axe";
import { fillCard } from "./support/card";
import {
  addToCart,
  buy,
  chooseDelivery,
  continueButton,
  expect,
  fill,
  fillGuest,
  newEmail,
  openFound,
  openNotebook,
  orderNumber,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

const home = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };

/** Has the server say once that the full login is over. That it does so is held by its own tests. */
async function soften(page: Page, path: string): Promise<void> {
  const over = { error: { code: "unauthenticated", reason: "full_login_required" } };
  await page.route(`**${path}`, (route) => route.fulfill({ status: 401, json: over }), { times: 1 });
}

test("the full login ends in the middle of the checkout: the password again, and nothing typed is lost", async ({
  page,
}) => {
  const email = await newCustomer(page);
  await putNotebook(page);
  await page.goto("/kasse");
  await expect(page).toHaveURL(/#\/address$/);
  await fill(page, home);
  const logIn = async () => {
    const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
    await asked.getByLabel("E-Mail-Adresse").fill(email);
    await asked.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
    await asked.getByRole("button", { name: "Anmelden", exact: true }).click();
    await expect(asked).toBeHidden();
  };
  await soften(page, "/api/checkout/pickup-points");
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  await page.getByRole("radio", { name: "Packstation", exact: true }).check({ force: true });
  await logIn();
  await expect(page.getByRole("group", { name: /Orte gefunden/ })).toBeVisible();
  await page.getByRole("radio", { name: messages.checkout.address.same }).check({ force: true });
  await continueButton(page).click();
  await soften(page, "/api/checkout/get-credit-card-fields");
  await page.getByRole("radio", { name: /^Kreditkarte (?!\()/ }).check({ force: true });
  await logIn();
  await fillCard(page, "4111111111111111");
  await soften(page, "/api/checkout/payment-shipping");
  await continueButton(page).click();
  await logIn();
  await chooseDelivery(page);
  await buy(page);
  await orderNumber(page);
});

test("somebody else than the customer of a soft log-in logs out and goes on as a guest with the cart", async ({
  page,
}) => {
  await newCustomer(page);
  const name = await openNotebook(page);
  await addToCart(page);
  await soften(page, "/api/checkout/init");
  await page.goto("/kasse");
  await expect(page.getByText("Du bist nicht Kim?")).toBeVisible();
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page.getByText("Du bist nicht Kim?")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Als Gast bestellen" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Zusammenfassung" }).getByText(name)).toBeVisible();
});

const way = (page: Page, title: string) =>
  page.locator("section section", { has: page.getByRole("heading", { name: title }) });

test("who has not begun finds both ways to order, and who began as a guest that one and a hint at the other", async ({
  page,
}) => {
  const email = newEmail();
  await putNotebook(page);
  await page.goto("/kasse");
  const [guest, known] = [way(page, "Als Gast bestellen"), way(page, "Ich bin bereits Kunde")];
  await expect(guest).toHaveAttribute("data-active");
  const goesOn = guest.getByRole("button", { name: "Weiter" });
  const logsIn = known.getByRole("button", { name: "Anmelden", exact: true });
  const white = "rgb(255, 255, 255)";
  await expect(logsIn).toHaveCSS("background-color", white);
  expect((await goesOn.boundingBox())?.width).toBe((await logsIn.boundingBox())?.width);
  await expect(known.getByLabel("Passwort", { exact: true })).toBeVisible();
  await expect(known.getByRole("link", { name: "Passwort vergessen?" })).toBeVisible();
  await known.getByRole("heading").click();
  await expect(known).toHaveAttribute("data-active");
  await expect(guest).not.toHaveAttribute("data-active");
  await expect(logsIn).not.toHaveCSS("background-color", white);
  await guest.getByLabel("E-Mail-Adresse").fill(email);
  await expect(guest).toHaveAttribute("data-active");
  await expect(goesOn).not.toHaveCSS("background-color", white);
  await expect(logsIn).toHaveCSS("background-color", white);
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/address$/);
  await page.goto("/kasse#/");
  await expect(page.getByLabel("E-Mail-Adresse")).toHaveValue(email);
  await expect(page.getByRole("heading", { name: "Ich bin bereits Kunde" })).toHaveCount(0);
  await page.getByRole("button", { name: "Als Kunde anmelden" }).click();
  await expect(page.getByLabel("Passwort", { exact: true })).toBeVisible();
});

test("who comes to the checkout with a soft log-in finds both ways on: the password, and as a guest with the cart", async ({
  page,
}) => {
  const email = await newCustomer(page);
  const name = await openNotebook(page);
  await addToCart(page);
  await soften(page, "/api/checkout/init");
  await page.goto("/kasse");
  await expect(page.getByRole("heading", { level: 1, name: "Melde dich bitte erneut an" })).toBeVisible();
  const [known, guest] = ["Ich bin bereits Kunde", "Als Gast bestellen"].map((title) =>
    page.locator("section", { has: page.getByRole("heading", { name: title }) }),
  );
  expect(await found(page, "soft-checkout")).toEqual([]);
  await known?.getByLabel("E-Mail-Adresse").fill(email);
  await known?.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await known?.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page).toHaveURL(/#\/address$/);

  await soften(page, "/api/checkout/init");
  await page.reload();
  await guest?.getByLabel("E-Mail-Adresse").fill(newEmail());
  await guest?.getByRole("button", { name: "Weiter" }).click();
  await expect(page).toHaveURL(/#\/address$/);
  await expect(page.getByLabel("Vorname")).toHaveValue("");
  await expect(page.getByRole("complementary", { name: "Zusammenfassung" }).getByText(name)).toBeVisible();
});

test("goods that may not be billed or sent to a country are named, and another address opens the way", async ({
  page,
}) => {
  const software = await openFound(page, "Microsoft Windows 11 Home OEM");
  await addToCart(page);
  const screen = await openFound(page, "Samsung Odyssey Neo G95NC");
  await addToCart(page);
  await fillGuest(page, newEmail());
  const summary = page.getByRole("complementary", { name: "Zusammenfassung" });
  await expect(summary.getByText(/^UVP/).first()).toContainText("€");
  const billed = page.getByText("Diese Produkte können wir nicht in das gewählte Land berechnen");
  const sent = page.getByText("Diese Produkte können wir nicht in das gewählte Land oder Gebiet liefern");
  await page.getByLabel("Land").selectOption({ label: "Niederlande" });
  await fill(page, { PLZ: "1012 AB", Ort: "Amsterdam" });
  await continueButton(page).click();
  await expect(billed).toContainText(software);
  await expect(sent).toContainText(screen);
  await expect(page).toHaveURL(/#\/address$/);

  await page.getByLabel("Land").selectOption({ label: "Österreich" });
  await fill(page, { PLZ: "1010", Ort: "Wien" });
  await continueButton(page).click();
  await expect(billed).toHaveCount(0);
  await expect(sent).toContainText(screen);
  await expect(page.getByText("Für diese Bestellung brauchen wir eine Lieferadresse")).toBeVisible();
  const delivery = (label: string) => page.getByLabel(label, { exact: true }).last();
  await expect(delivery("Land")).toHaveValue("81");
  const there = { Vorname: "Kim", Nachname: "Muster", ...home };
  for (const [label, value] of Object.entries(there)) await delivery(label).fill(value);
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await expect(page.getByRole("radio").first()).toBeAttached();
  await expect(sent).toHaveCount(0);
});

test("what a guest typed outlives a reload and the way back to the e-mail address, and not the order", async ({
  page,
}) => {
  await openFound(page, "notebook");
  await addToCart(page);
  await fillGuest(page, newEmail());
  await page.reload();
  await expect(page.getByLabel("Vorname")).toHaveValue("Kim");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Als Gast bestellen" })).toBeVisible();
  await continueButton(page).click();
  await expect(page.getByLabel("Ort", { exact: true })).toHaveValue("Hamburg");
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  expect(
    await page.evaluate(() => Object.keys(window.sessionStorage).filter((key) => key.includes("address"))),
  ).toEqual([]);
});

test("another way to pay or to deliver shows what the order costs with it before it is saved", async ({ page }) => {
  await startAtPayment(page, newEmail());
  const total = page.locator("aside dl > div", { hasText: "Gesamtsumme" }).locator("dd");
  const sums = page.locator("aside dl[aria-live=polite]");
  const saved = await total.innerText();
  await page.getByRole("radio", { name: /Nachnahme/ }).check({ force: true });
  await expect(total).not.toHaveText(saved);
  await expect(sums.locator("> div", { hasText: "Gesamtsumme" }), "read out with its name").toHaveAttribute(
    "aria-atomic",
    "true",
  );
  await expect(sums).toContainText("Gebühr der Zahlungsart");
  await page.getByRole("radio", { name: /Vorkasse/ }).check({ force: true });
  await expect(total).toHaveText(saved);
  await continueButton(page).click();
  await page.getByRole("radio", { name: /GoGreen/ }).check({ force: true });
  await expect(total).not.toHaveText(saved);
  const shown = await total.innerText();
  await page.goBack();
  await expect(total, "nothing was saved").toHaveText(saved);
  await page.goForward();
  await page.getByRole("radio", { name: /GoGreen/ }).check({ force: true });
  await expect(total).toHaveText(shown);
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
  await expect(total).toHaveText(shown);
});
