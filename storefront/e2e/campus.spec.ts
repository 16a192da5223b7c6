import AxeBuilder from "@axe-core/playwright";
import { mailedLink } from "./support/mail";
import { expect, newEmail, test } from "./support/shop";

const campusPage = "/kundenkonto/studentenprogramm";
const pdf = { name: "ausweis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n1 0 obj\n%%EOF\n") };

test("a student confirms the address of the university and is a member", async ({ page, request }) => {
  await page.goto("/kundenkonto/registrieren");
  await page.getByLabel("E-Mail-Adresse").fill(newEmail());
  await page.getByLabel("Vorname").fill("Kim");
  await page.getByLabel("Nachname").fill("Muster");
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(page.getByRole("heading", { name: "Kontoübersicht" })).toBeVisible();

  await page.goto(campusPage);
  await expect(page.getByRole("heading", { name: "Campus-Programm" })).toBeVisible();
  const register = page.getByRole("button", { name: "Anmelden", exact: true });
  await expect(register).toBeDisabled();
  await expect(page.getByText("Bitte wähle eine Hochschule aus der Liste aus.")).toBeVisible();
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations).toEqual([]);

  const email = `kim.${Date.now()}@cs.tu-berlin.de`;
  await page.getByLabel("Hochschule", { exact: true }).fill("Technische Universität Berlin");
  await page.getByLabel("Hochschul-E-Mail-Adresse").fill(email);
  await page.getByText("Ich stimme den Teilnahmebedingungen zu.").click();
  await register.click();
  await expect(page.getByText("Bitte bestätige deine E-Mail-Adresse")).toBeVisible();

  await page.goto(await mailedLink(request, email));
  await page.getByRole("button", { name: "Jetzt bestätigen" }).click();
  await page.getByRole("link", { name: "Zum Campus-Programm" }).click();
  await expect(page.getByText("Du bist Mitglied im Campus-Programm")).toBeVisible();
  await page.goto("/kundenkonto/kontaktinformationen");
  await expect(page.getByText("Der Name kann als Campus-Mitglied nicht geändert werden.")).toBeVisible();
});

test("a proof is looked at before it is sent, and waits for its review", async ({ page }) => {
  await page.goto("/kundenkonto/registrieren");
  await page.getByLabel("E-Mail-Adresse").fill(newEmail());
  await page.getByLabel("Vorname").fill("Kim");
  await page.getByLabel("Nachname").fill("Muster");
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(page.getByRole("heading", { name: "Kontoübersicht" })).toBeVisible();
  await page.goto(campusPage);
  await page.getByRole("button", { name: /Nachweis hochladen/ }).click();
  await page.getByLabel("Nachweis").setInputFiles({ ...pdf, buffer: Buffer.alloc(2_500_001, "x") });
  await page.getByRole("button", { name: "Nachweis senden" }).click();
  await expect(page.getByText("Datei größer als 2.5MB")).toBeVisible();

  const day = (months: number) => {
    const date = new Date();
    date.setMonth(date.getMonth() + months);
    return date.toISOString().slice(0, 10);
  };
  await page.getByLabel("Ich bin").selectOption("3");
  await page.getByLabel("Name der Hochschule oder Schule").fill("Berufsschule");
  await page.getByLabel("Geburtsdatum").fill("2000-02-01");
  await page.getByLabel("Gültig von").fill(day(-2));
  await page.getByLabel("Gültig bis").fill(day(4));
  await page.getByLabel("Nachweis").setInputFiles(pdf);
  await page.getByText("Ich stimme den Teilnahmebedingungen zu.").click();
  await page.getByRole("button", { name: "Nachweis senden" }).click();
  await expect(page.getByText("Wir prüfen deinen Nachweis", { exact: true })).toBeVisible();
});
