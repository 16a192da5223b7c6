import { logOut, newCustomer, registerCustomer } from "./support/account";
import { mailedCode, mailedLink } from "./support/mail";
import { addToCart, continueButton, expect, newEmail, openNotebook, test } from "./support/shop";
import type { Page } from "@playwright/test";

const password = "Zug7Berg";

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByLabel("Passwort", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Bestätige dein Konto" })).toBeVisible();
  await page.getByLabel("Ziffer 1 von 6").fill(code);
  await page.getByRole("button", { name: "Senden", exact: true }).click();
}

async function fillAddress(page: Page, city: string): Promise<void> {
  const fields = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: city };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("heading", { name: "Adressbuch", exact: true })).toBeVisible();
}

test("a customer registers, logs in with a code, keeps addresses and logs out", async ({ page, request }) => {
  const email = newEmail();
  await page.goto("/kundenkonto/adressen");
  await expect(page).toHaveURL(/\/kundenkonto\/login\?ziel=/);
  await registerCustomer(page, email);
  await logOut(page);

  await page.goto("/kundenkonto/adressen");
  await logIn(page, email, "Falsch1x");
  await expect(page.getByText("ist ein Fehler aufgetreten")).toBeVisible();
  await logIn(page, email, password);
  await enterCode(page, "000000");
  await expect(page.getByText("Der Code stimmt nicht überein")).toBeVisible();
  await page.getByLabel("Ziffer 1 von 6").click();
  await enterCode(page, await mailedCode(request, email));
  await expect(page).toHaveURL(/\/kundenkonto\/adressen$/);

  await page.getByRole("link", { name: "Rechnungsadresse hinzufügen" }).click();
  await fillAddress(page, "Hamburg");
  await page.getByRole("link", { name: "Lieferadresse hinzufügen" }).click();
  await fillAddress(page, "Hamburg");
  await page
    .getByRole("link", { name: /bearbeiten/ })
    .last()
    .click();
  await expect(page.getByLabel("Ort", { exact: true })).toHaveValue("Hamburg");
  await fillAddress(page, "Cuxhaven");
  await expect(page.getByText("20457 Cuxhaven")).toBeVisible();
  await page.getByRole("button", { name: /löschen/ }).click();
  await page.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText("20457 Cuxhaven")).toBeHidden();
  await expect(page.locator(":focus"), "where the address was").toContainText("Lieferadresse hinzufügen");

  await page.goto("/kundenkonto/kontaktinformationen");
  await page.getByRole("link", { name: "Passwort ändern" }).click();
  await page.getByLabel("Aktuelles Passwort").fill(password);
  await page.getByLabel("Neues Passwort", { exact: true }).fill("Neu7Haus");
  await page.getByLabel("Neues Passwort wiederholen").fill("Neu7Haus");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Dein Passwort wurde geändert.")).toBeVisible();
  await page.getByRole("link", { name: "Telefonnummer ändern" }).click();
  const phone = page.getByLabel("Telefonnummer", { exact: true });
  await phone.fill("keine");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await phone.fill("040 1234567");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("+49 40 1234567")).toBeVisible();
  await expect(page).toHaveURL(/\/kontaktinformationen$/); // the number stands behind the dialog before
  await logOut(page);
  await page.goto("/kundenkonto/kontaktinformationen");
  await expect(page).toHaveURL(/\/kundenkonto\/login/);
});

test("a forgotten password is replaced by a mailed link", async ({ page, request }) => {
  const email = await newCustomer(page);
  await logOut(page);
  await page.getByRole("link", { name: "Passwort vergessen?" }).click();
  await expect(page.getByRole("heading", { name: "Passwort vergessen?" })).toBeVisible();
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByRole("button", { name: "Absenden" }).click();
  await expect(page.getByText("Gibt es ein Konto mit der Adresse")).toBeVisible();
  const link = new URL(await mailedLink(request, email));
  await page.goto(link.pathname + link.search);
  await page.getByLabel("Neues Passwort", { exact: true }).fill("Neu7Haus");
  await page.getByLabel("Neues Passwort wiederholen").fill("Neu7Haus");
  await page.getByRole("button", { name: "Passwort speichern" }).click();
  await expect(page.getByText("Dein neues Passwort ist gespeichert.")).toBeVisible();
  await page.goto(link.pathname.replace("+", "%2B") + link.search); // as a mail program may write it
  await expect(page.getByText("Dieser Link ist nicht mehr gültig.")).toBeVisible();
  await page.getByRole("link", { name: "Neuen Link anfordern" }).click();
  await expect(page.getByLabel("E-Mail-Adresse"), "another one is asked for").toBeVisible();
  await page.goto("/kundenkonto/adressen/adresse-bearbeiten/keine");
  await expect(page.getByRole("heading", { name: "uups ..." }), "no address is named like that").toBeVisible();
});

test("the checkout knows a customer and keeps the cart over the log-in", async ({ page }) => {
  const name = await openNotebook(page);
  await addToCart(page);
  await registerCustomer(page, newEmail());
  await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
  await fillAddress(page, "Hamburg");
  await page.goto("/kasse");
  await expect(page).toHaveURL(/#\/payment$/);
  const folded = page.getByRole("button", { name: "Ein Artikel" }); // on a phone the products are folded away
  await expect(page.getByText(name).or(folded).locator("visible=true").first()).toBeVisible();
  await expect(continueButton(page)).toBeVisible();
});

// The server's side of each is held by its own tests; here it is what the page makes of its answers.
test("the way in: a soft log-in, a block with its countdown, a new code", async ({ page }) => {
  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...header, isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" } });
  });
  await page.goto("/kundenkonto/adressen");
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  await expect(asked).toBeVisible();
  await expect(page.getByRole("heading", { name: "Adressbuch", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Schließen" }).click();
  await expect(page, "who closes it wants nothing of the account").toHaveURL(/\/$/);

  await page.unroute("**/api/header_data");
  await page.goto("/kundenkonto/login");
  await page.route("**/auth/login", (route) =>
    route.fulfill({ status: 403, json: { loginBlockedUntil: Math.floor(Date.now() / 1000) + 125 } }),
  );
  await logIn(page, newEmail(), password);
  await expect(page.getByRole("timer"), "not read out each second").toHaveText(/Bitte warte 2:0\d Minuten/);
  await expect(page.getByLabel("Passwort", { exact: true })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Anmelden", exact: true })).toBeDisabled();

  await page.unroute("**/auth/login");
  const past = { error: { code: "forbidden", reason: "login_blocked" }, loginBlockedUntil: 1 };
  await page.route("**/auth/login", (route) => route.fulfill({ status: 403, json: past }));
  await page.reload();
  await logIn(page, newEmail(), password);
  await expect(page.getByText("Bitte warte einige Minuten."), "to who has a clock that is fast").toBeVisible();

  await page.unroute("**/auth/login");
  await page.route("**/auth/login", (route) =>
    route.fulfill({ json: { successful: true, needs2FaAuthentication: true } }),
  );
  await page.route("**/api/auth/resend-two-fa-code", (route) => route.fulfill({ json: { success: true } }));
  await page.reload();
  await logIn(page, newEmail(), password);
  const send = page.getByRole("button", { name: "Senden", exact: true });
  await expect(send).toBeDisabled();
  await page.getByRole("button", { name: "Fordere einen neuen Code an." }).click();
  await expect(page.getByText("Wir haben dir noch einmal einen Code an deine E-Mail Adresse geschickt.")).toBeVisible();
  await page.getByLabel("Ziffer 1 von 6").fill("123456");
  await expect(page.getByLabel("Ziffer 6 von 6")).toHaveValue("6");
  await expect(send).toBeEnabled();

  const sentOut = { success: false, error: "two_factor_sent_out", sentUntil: Date.UTC(2030, 0, 7, 13, 34, 1) / 1000 };
  await page.route("**/api/auth/resend-two-fa-code", (route) => route.fulfill({ json: sentOut }));
  await page.getByRole("button", { name: "Fordere einen neuen Code an." }).click();
  await expect(page.getByText("Ab 14:35 Uhr kannst du dich neu anmelden")).toBeVisible();
  await expect(send, "the last one may be right").toBeEnabled();
});

test("a light account has no cards and no VAT ID, and its first address is the one to bill to", async ({ page }) => {
  const shows = async (path: string, heading: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeVisible();
  };
  await registerCustomer(page, newEmail());
  await expect(page.getByRole("link", { name: "Kreditkarten", exact: true })).toBeHidden();
  const data = "/kundenkonto/kontaktinformationen";
  for (const path of ["/kundenkonto/kreditkarten", `${data}/ustid-aendern`, "/kundenkonto/bestellungen/1"]) {
    await shows(path, "uups ...");
    await expect(page, "the tab says the same").toHaveTitle(/^uups \.\.\. \| /);
  }
  await page.getByRole("link", { name: "Zum Kundenkonto" }).click();
  await expect(page).toHaveTitle(/^Kontoübersicht/);
  await shows("/kundenkonto/adressen/neue-lieferadresse", "Neue Rechnungsadresse");
  await expect(page, "the tab says the same").toHaveTitle(/^Neue Rechnungsadresse/);
});
