import { found } from "./support/axe";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  expect,
  fillGuest,
  newEmail,
  openFound,
  openNotebook,
  orderNumber,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

test("goods for a forwarder come in a delivery of their own", async ({ page }) => {
  const notebook = await openNotebook(page);
  await addToCart(page);
  const heavy = await openFound(page, "CyberPower PR3000LCDSL");
  await addToCart(page);
  await fillGuest(page, newEmail());
  await continueButton(page).click();
  await expect(page.getByText("Der Versanddienst braucht deine Telefonnummer")).toBeVisible();
  await page.getByLabel("Telefonnummer", { exact: false }).first().fill("040 1234567");
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await page.getByRole("radio", { name: /Vorkasse/ }).check({ force: true });
  await continueButton(page).click();

  await expect(page).toHaveURL(/#\/shipping$/);
  const first = page.getByRole("group", { name: /Lieferung 1\/2/ });
  const second = page.getByRole("group", { name: /Lieferung 2\/2/ });
  await expect(first).toContainText(notebook);
  await expect(second).toContainText(heavy);
  await expect(first.getByRole("radio", { name: /Spedition/ })).toHaveCount(0);
  await expect(second.getByRole("radio")).toHaveCount(1); // neither a parcel nor a store takes what a forwarder brings
  await first.getByRole("radio", { name: /Abholung|Pickup/ }).check({ force: true });
  await expect(continueButton(page)).toBeDisabled();
  await first.getByRole("combobox").selectOption({ label: "Abholung im Markt Hamburg" });
  await expect(continueButton(page)).toBeEnabled();
  await first.getByRole("radio").first().check({ force: true });
  expect(await found(page, "deliveries")).toEqual([]);
  await continueButton(page).click();

  await expect(page).toHaveURL(/#\/confirmation$/);
  await expect(page.getByText("Lieferung 2/2").first()).toBeVisible();
  const total = page.getByText("Gesamtsumme").locator("visible=true").first().locator("xpath=..");
  const before = (await total.textContent()) ?? "";
  await page.getByRole("region", { name: "Rundum-sorglos-Paket" }).getByRole("button", { name: "Hinzufügen" }).click();
  await expect(total).not.toHaveText(before);
  await page.getByRole("region", { name: "Rundum-sorglos-Paket" }).getByRole("button", { name: "Entfernen" }).click();
  await expect(total).toHaveText(before);
  await buy(page);
  expect(Number(await orderNumber(page))).toBeGreaterThan(0);
  await expect(page.getByText("Lieferung 2/2")).toBeVisible();
});

test("a parcel goes to a Packstation that was found by postal code", async ({ page }) => {
  await putNotebook(page);
  await fillGuest(page, newEmail());
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  await page.getByRole("radio", { name: "Packstation", exact: true }).check({ force: true });
  await page.getByLabel("Vorname", { exact: true }).last().fill("Kim");
  await page.getByLabel("Nachname", { exact: true }).last().fill("Muster");
  const near = page.getByLabel("In der Nähe von (PLZ oder Ort)");
  await near.fill("00000");
  await near.press("Enter");
  await expect(page.getByText("In der Nähe haben wir nichts gefunden.")).toBeVisible();
  const busy = { status: 429, body: "" };
  await page.route("**/api/checkout/pickup-points", (route) => route.fulfill(busy), { times: 1 });
  await near.fill("04229");
  await near.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Das waren zu viele Versuche" })).toBeVisible();
  await page.getByRole("button", { name: "Erneut suchen" }).press("Enter");
  await expect(near, "the button has gone").toBeFocused();
  const points = page.getByRole("group", { name: /Orte gefunden/ });
  await points.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Wir liefern hierhin:")).toBeVisible();
  await expect(continueButton(page)).toBeDisabled();
  await page.getByLabel("Postnummer").fill("1234567");
  expect(await found(page, "deliveries")).toEqual([]);
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByText(/Packstation \d+/).first()).toBeVisible();
  await buy(page);
  await orderNumber(page);
});

test("a Packstation does not become a door abroad with the billed country of a business", async ({ page }) => {
  await putNotebook(page);
  await fillGuest(page, newEmail());
  await page.getByRole("radio", { name: "Abweichende Lieferadresse" }).check({ force: true });
  await page.getByRole("radio", { name: "Packstation", exact: true }).check({ force: true });
  await page.getByLabel("Nachname", { exact: true }).last().fill("Beispiel");
  await page.getByLabel("Postnummer").fill("12345678");
  await page.getByLabel("In der Nähe von (PLZ oder Ort)").fill("20457");
  await page.getByLabel("In der Nähe von (PLZ oder Ort)").press("Enter");
  await page
    .getByRole("group", { name: /Orte gefunden/ })
    .getByRole("radio")
    .first()
    .check({ force: true });
  await page.getByText("Ich bin Geschäftskunde").click();
  await page.getByLabel("Land", { exact: true }).first().selectOption({ label: "Frankreich" });
  await expect(page.getByLabel("Straße", { exact: true }).last()).toHaveValue("");
  await expect(page.getByLabel("Ort", { exact: true }).last()).toHaveValue("");
  await expect(page.getByLabel("Nachname", { exact: true }).last()).toHaveValue("Beispiel");
});

test("cash leaves only the stores", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await page.getByRole("radio", { name: /Bar oder EC-Karte/ }).check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/shipping$/);
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expect(continueButton(page)).toBeDisabled();
  await page.getByRole("combobox").selectOption({ label: "Abholung im Markt Leipzig" });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
  await expect(page.getByText("Abholung im Markt Leipzig")).toBeVisible();
  await buy(page);
  await orderNumber(page);
});
