import { mailedFiles, mailedText } from "./support/mail";
import { kontor } from "./support/operator";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  expect,
  fillGuest,
  newEmail,
  openFound,
  openPage,
  orderNumber,
  test,
} from "./support/shop";

// The operator of this shop has switched off every rule that has a switch (see `make e2e`): what the other tests see on each
// page is not there, and the doctor says so. The shop sells all the same.

type Rule = { rule: string; state: string; switch?: string };

test("doctor: it says off of each rule whose switch is, and of no other", async () => {
  const { rules } = await kontor<{ rules: Rule[] }>("doctor", "--market", "de");
  const values = ["market.withdrawalDays", "market.withdrawalExcluded", "market.guaranteeArtwork"]; // are no switches
  const switched = rules.filter((one) => one.switch?.startsWith("market.") && !values.includes(one.switch));
  expect(new Set(switched.map((one) => one.switch)).size).toBeGreaterThan(15);
  // The money of a declaration that came before is owed whatever the switch says.
  const owed = switched.filter((one) => one.state !== "off").map((one) => one.rule);
  expect(owed).toEqual(["money back within 14 days, reminders, provider outage"]);
  expect(rules.filter((one) => one.state === "off").length).toBe(switched.length - owed.length);
});

test("product page: without labels, notices and compared prices", async ({ page }) => {
  const main = page.getByRole("main");
  const gone = async (texts: RegExp[]) => {
    await expect(page.getByRole("button", { name: "In den Warenkorb", exact: true }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    for (const text of texts) await expect(main.getByText(text), String(text)).toHaveCount(0);
  };
  await openFound(page, "Corsair SF750 (2024)");
  await gone([/Niedrigster Preis/, /^UVP/, /\bGARAN\b/, /^−\d+ %/, /Nicht in den Hausmüll/, /Verifizierter Kauf/, /@/]);
  await expect(page.getByRole("img", { name: /Hinweis der EU/ })).toHaveCount(0);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Reparatur" })).toHaveCount(0);
  await expect(main.getByRole("link", { name: "Dein Recht auf Reparatur" })).toHaveCount(0);
  await openFound(page, "Gaming-Monitor");
  await gone([/^Softwareupdates/]);
  await expect(main.getByRole("button", { name: /^Energieeffizienzklasse/ })).toHaveCount(0);
  await openPage(page, "/kategorie/notebooks?verfuegbar[]=1");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await gone([/Netzteil im Lieferumfang/, /^Reparierbarkeit/]);
  await openPage(page, "/kategorie/waermeleitpaste?verfuegbar[]=1");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByText(/Grundpreis/)).toHaveCount(0);
});

test("cart and checkout: goods go to the billed country alone, the last step names goods and prices", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const name = await openFound(page, "Gaming-Monitor");
  await addToCart(page);
  await openPage(page, "/warenkorb");
  const summary = page.getByRole("region", { name: "Zusammenfassung" });
  await expect(summary.getByRole("link", { name: "Zur Kasse" })).toBeVisible();
  await expect(summary.getByText(/^Wir liefern nach/)).toHaveCount(0);
  await expect(summary.getByRole("img", { name: "Vorkasse" })).toHaveCount(0);
  await fillGuest(page, email);
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  await expect(page.getByText("Wir liefern nur in das Land deiner Rechnungsadresse.")).toBeVisible();
  await page.getByRole("radio", { name: "Rechnungsadresse ist auch Lieferadresse" }).check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await choosePayment(page, /Vorkasse/);
  const products = page.getByRole("region", { name: "Deine Produkte" });
  await expect(products.getByText(name)).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(products).not.toContainText(/Zoll|Hz/);
  await expect(page.getByRole("img", { name: /Hinweis der EU/ })).toHaveCount(0);
  await buy(page);
  const number = await orderNumber(page);
  expect(await mailedFiles(request, email, new RegExp(number)), "no terms, no notice").toEqual([""]);
  expect(await mailedText(request, email, new RegExp(number))).not.toMatch(/Altgeräte|„Vertrag widerrufen“/);
});

test("withdrawal, barriers and retention: the pages say to write instead, or nothing", async ({ page }) => {
  await openPage(page, "/widerruf");
  await expect(page.getByText("Dieser Shop nimmt Widerrufe nicht auf dieser Seite entgegen.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Widerruf bestätigen" })).toHaveCount(0);
  await openPage(page, "/infocenter/section/accessibility");
  await expect(page.getByRole("region", { name: "Was automatisch geprüft wird" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Meldung senden" })).toHaveCount(0);
  await openPage(page, "/infocenter/section/privacy");
  await expect(page.getByRole("heading", { name: "Deine Rechte" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Wie lange wir Daten aufbewahren" })).toHaveCount(0);
  expect(await kontor<{ exists: boolean }>("retention", "show")).toMatchObject({ exists: false });
});
