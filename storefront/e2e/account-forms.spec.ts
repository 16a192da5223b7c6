import { logOut, newCustomer, registerCustomer } from "./support/account";
import { expect, newEmail, openPage, test } from "./support/shop";

test("the header leads to the account, which shows what others buy and finds something to order", async ({ page }) => {
  await openPage(page, "/");
  const box = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
  await expect(box("Anmelden")).toHaveAttribute("href", "/kundenkonto/login");
  await registerCustomer(page, newEmail());
  const bought = page.getByRole("region", { name: "Das kaufen andere" });
  await expect(bought.getByRole("article").first()).toBeVisible();

  await page.goto("/");
  await box("Mein Konto").click();
  await expect(page.getByRole("heading", { name: "Kontoübersicht" })).toBeVisible();
  await page.goto("/kundenkonto/bestellungen");
  await expect(page.getByText("Bisher hast du noch keine Produkte bei uns bestellt.")).toBeVisible();
  await expect(page.getByLabel("Bestellungen filtern"), "there is nothing to filter").toHaveCount(0);
  await page.getByPlaceholder("Suchbegriff eingeben...").fill(" notebook 15 ");
  await page.getByPlaceholder("Suchbegriff eingeben...").press("Enter");
  await expect(page).toHaveURL(/\/produkte\/notebook%2015$/);
});

test("what the account could not read says why, and can be asked for again", async ({ page }) => {
  await newCustomer(page);
  await page.route("**/api/account/get-addresses*", (route) => route.abort());
  await page.goto("/kundenkonto/adressen");
  const lost = page.getByRole("alert").filter({ hasText: "Wir erreichen unseren Server gerade nicht." });
  await expect(lost).toBeVisible();
  await page.unrouteAll();
  await page.route(
    "**/api/account/get-addresses*",
    (route) => route.fulfill({ status: 500, json: { error: { code: "internal", reason: "internal" } } }),
    { times: 1 },
  );
  await lost.getByRole("button", { name: "Erneut versuchen" }).press("Enter");
  const failed = page.getByRole("alert").filter({ hasText: "Leider kam es zu einem Fehler (500)." });
  await failed.getByRole("button", { name: "Erneut versuchen" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("heading", { name: "Rechnungsadresse" })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test("who asks for a copy of the data keeps the focus: on what is told meanwhile, and on the copy", async ({
  page,
}) => {
  await newCustomer(page);
  await page.goto("/kundenkonto/kontaktinformationen");
  await page.getByRole("button", { name: "Kopie anfordern" }).press("Enter");
  const copy = page.getByRole("link", { name: /^Kopie herunterladen/ });
  await expect(page.getByText("Wir stellen die Kopie gerade zusammen.").or(copy)).toBeFocused();
  await expect(copy).toBeFocused();
});

test("what was refused is told where it can be seen, also on a phone", async ({ page }) => {
  await newCustomer(page);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.route("**/api/account/add-address", (route) =>
    route.fulfill({ json: { addressAdded: false, addressBookId: 0, error: "address", errorFields: [], errors: [] } }),
  );
  await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
  const fields = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Speichern" }).click();
  const told = page.getByRole("alert").filter({ hasText: "Die Adresse konnte nicht gespeichert werden." });
  await expect(told).toBeFocused();
  await expect(told).toBeInViewport();
});

test("an account's page stays when the header cannot be read again", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
  const street = page.getByLabel("Straße", { exact: true });
  await street.fill("Speicherstraße");
  const failed = page.waitForResponse("**/api/header_data");
  await page.route("**/api/header_data", (route) =>
    route.fulfill({ status: 500, json: { error: { code: "internal", reason: "internal" } } }),
  );
  const told = page.waitForRequest("**/api/monitor/error");
  await page.evaluate(() => new BroadcastChannel("kontor").postMessage("cart"));
  await failed;
  await told; // by then the page knows of it
  await expect(street).toHaveValue("Speicherstraße");
});

test("a change lies over the data as a dialog with an address of its own, closes, and gives its link the focus", async ({
  page,
}) => {
  await newCustomer(page);
  await page.goto("/kundenkonto/kontaktinformationen");
  const asked = page.getByRole("dialog", { name: "Namen ändern" });
  const link = page.getByRole("link", { name: "Name ändern" });
  for (const close of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
    await link.click();
    await expect(page).toHaveURL(/\/namen-aendern$/);
    await expect(asked.getByLabel("Vorname")).toBeFocused();
    await close();
    await expect(asked).toBeHidden();
    await expect(page).toHaveURL(/\/kontaktinformationen$/);
    await expect(link).toBeFocused();
  }
  await page.goto("/kundenkonto/kontaktinformationen/namen-aendern");
  await asked.getByLabel("Vorname").fill("Toni");
  await asked.getByLabel("Passwort zur Bestätigung").fill("Zug7Berg");
  await asked.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Dein Name wurde geändert.")).toBeVisible();
  await expect(page.getByText("Toni Muster")).toBeVisible();
  await expect(page).toHaveURL(/\/kontaktinformationen$/);
  await expect(link).toBeFocused();
});

test("who becomes a business sees the form until the data are there", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/kundenkonto/kontaktinformationen/b2b-aendern");
  await page.getByLabel("Geschäftsform").selectOption("4");
  await page.getByLabel("Geschäftsart").selectOption("consumer");
  await page.getByRole("button", { name: "Konto umwandeln" }).click();
  await expect(page.getByLabel("Vorname des Inhabers"), "the first that lacks something").toBeFocused();
  await page.getByLabel("Geschäftsform").selectOption("1");
  const fields = { Firma: "Muster AG", Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/kontaktinformationen\?_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Konto umwandeln" }).click();
  await expect(page.getByText("Dein Konto ist jetzt ein Geschäftskundenkonto.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Geschäftskunde werden" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Ansprechpartner" })).toBeVisible();

  const street = page.getByLabel("Straße", { exact: true });
  const toBilling = async () => {
    await page.goto("/kundenkonto/adressen");
    await page.getByRole("link", { name: /bearbeiten$/ }).click();
    await expect(page.getByLabel("Land")).toHaveValue("Deutschland");
  };
  await toBilling();
  await expect(page.getByText("Wir liefern nur in das Land"), "which is this one's own").toHaveCount(0);
  await expect(street).toBeEditable();
  const vatId = await page.request.post("/api/account/vat-id/change", { data: { vatId: "DE136695976" } });
  expect(((await vatId.json()) as { successful: boolean }).successful).toBe(true);
  await toBilling();
  await expect(street, "nothing can be typed that is not saved").toBeDisabled();
});

test("a registration says that an address is in use until it is another", async ({ page }) => {
  const email = await newCustomer(page);
  await logOut(page);
  await openPage(page, "/kundenkonto/registrieren");
  const password = page.getByLabel("Passwort", { exact: true });
  const submit = page.getByRole("button", { name: "Registrieren" });
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByLabel("Vorname").fill("  Kim ");
  await page.getByLabel("Nachname").fill("Muster");
  await expect(page.getByLabel("Vorname"), "trimmed on leaving it").toHaveValue("Kim");
  await password.fill("Zug7Berg");
  await submit.click();
  await expect(page.getByText("Mit dieser E-Mail-Adresse gibt es bereits ein Konto").first()).toBeVisible();
  await expect(password).toHaveValue("");
  await expect(password).toBeFocused();
  await expect(submit).toBeDisabled();
  await page.getByLabel("E-Mail-Adresse").fill(`x${email}`);
  await expect(submit).toBeEnabled();
});

test("a business that is refused is told for six seconds, and an error comes a second after typing", async ({
  page,
}) => {
  await page.clock.install();
  await page.route("**/auth/registration", (route) =>
    route.fulfill({ json: { registered: false, error: "account_invalid", errorFields: [], errors: [] } }),
  );
  await openPage(page, "/kundenkonto/registrieren");
  await page.getByText("Ich möchte ein Geschäftskundenkonto").click();
  await expect(page.getByLabel("Geschäftsform").locator("option:checked")).toHaveText("- Bitte wählen -");
  await page.getByLabel("Geschäftsform").selectOption("1");
  await page.getByLabel("Geschäftsart").selectOption("consumer");
  const fields = {
    "E-Mail-Adresse": newEmail(),
    Vorname: "Kim",
    Nachname: "Muster",
    Passwort: "Zug7Berg",
    Firma: "Muster GmbH",
    Straße: "Speicherstraße",
    Hausnummer: "12",
    PLZ: "20457",
    Ort: "Hamburg",
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Registrieren" }).click();
  const told = page.getByText("Die Registrierung war nicht möglich.");
  await expect(told).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
  await page.clock.runFor(2500);
  await expect(told).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(1000); // once for the six seconds to be over, once for it to have faded
    await expect(told).toHaveCount(0, { timeout: 500 });
  }).toPass();

  const name = page.getByLabel("Vorname");
  await name.fill("K");
  await page.clock.runFor(500);
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(name).toHaveAttribute("aria-invalid", "true", { timeout: 500 });
  }).toPass();
});

test("what a log-in was refused for goes when the next try lacks a field", async ({ page }) => {
  await page.goto("/kundenkonto/login");
  await page.getByLabel("E-Mail-Adresse").first().fill(newEmail());
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  const submit = page.getByRole("button", { name: "Anmelden", exact: true });
  await submit.click();
  const refusal = page.getByText("ist ein Fehler aufgetreten");
  await expect(refusal).toBeVisible();
  await page.getByLabel("Passwort", { exact: true }).fill("");
  await submit.click();
  await expect(page.getByLabel("Passwort", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(refusal).toHaveCount(0);
});
