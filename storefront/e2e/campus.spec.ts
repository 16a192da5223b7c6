import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { registerCustomer } from "./support/account";
import { mailedLink } from "./support/mail";
import { kontor } from "./support/operator";
import { expect, newEmail, test } from "./support/shop";

const campusPage = "/kundenkonto/studentenprogramm";
const pdf = { name: "ausweis.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n1 0 obj\n%%EOF\n") };

/** A day from today, as forms and commands take it. */
function day(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** Fills the open form for a proof and sends it. */
async function sendProof(page: Page): Promise<void> {
  await page.getByLabel("Ich bin").selectOption("3");
  await page.getByLabel("Name der Hochschule oder Schule").fill("Berufsschule");
  await page.getByLabel("Geburtsdatum").fill("2000-02-01");
  await page.getByLabel("Gültig von").fill(day(-60));
  await page.getByLabel("Gültig bis").fill(day(120));
  await page.getByLabel("Nachweis").setInputFiles(pdf);
  await page.getByText("Ich stimme den Teilnahmebedingungen zu.").click();
  await page.getByRole("button", { name: "Nachweis senden" }).click();
}

test("a student confirms the address of the university and is a member", async ({ page, request }) => {
  await registerCustomer(page, newEmail());

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
  await registerCustomer(page, newEmail());
  await page.goto(campusPage);
  await page.getByRole("button", { name: /Nachweis hochladen/ }).click();
  await page.getByLabel("Nachweis").setInputFiles({ ...pdf, buffer: Buffer.alloc(2_500_001, "x") });
  await page.getByRole("button", { name: "Nachweis senden" }).click();
  await expect(page.getByText("Datei größer als 2.5MB")).toBeVisible();

  await sendProof(page);
  await expect(page.getByText("Wir prüfen deinen Nachweis", { exact: true })).toBeVisible();
});

test("the page follows what the shop's people decide about a proof", async ({ page }) => {
  const email = newEmail();
  await registerCustomer(page, email);
  const { customer } = await kontor<{ customer: number }>("customer", "show", email);
  const review = (...decision: string[]) => kontor("campus", ...decision, String(customer), "--yes");
  const shows = async (title: string, path = campusPage) => {
    await page.goto(path);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
  };
  const upload = async () => {
    await page.getByRole("button", { name: /Nachweis hochladen/ }).click();
    await sendProof(page);
  };
  await page.goto(campusPage);
  await upload();
  await shows("Wir prüfen deinen Nachweis");
  await review("approve", "--until", day(10));
  await shows("Deine Mitgliedschaft läuft bald ab");
  await upload();
  await expect(page.getByText("Deine Verlängerung ist beantragt.", { exact: false })).toBeVisible();
  await review("approve", "--until", day(100));
  await shows("Du bist Mitglied im Campus-Programm");
  await shows("You are a member of the campus programme", `/en${campusPage}`);
  await review("reject", "--reason", "not_eligible");
  await shows("Deine Mitgliedschaft ist deaktiviert");
  await expect(page.getByRole("button", { name: /Nachweis hochladen/ }), "it can be tried again").toBeVisible();
});

// What the server answers in each state is held by its own tests; here it is what the page makes of it, in all of them.
test("the page shows the one block of each state", async ({ page }) => {
  await registerCustomer(page, newEmail());

  const titles = [
    { status: "pending", type: "email", de: "Bitte bestätige deine E-Mail-Adresse", en: "Please confirm your e-mail" },
    { status: "pending", type: "manual", de: "Wir prüfen deinen Nachweis", en: "We are checking your proof" },
    { status: "valid", type: "email", de: "Du bist Mitglied im Campus-Programm", en: "You are a member" },
    {
      status: "valid-near-expire",
      type: "email",
      de: "Deine Mitgliedschaft läuft bald ab",
      en: "membership ends soon",
    },
    { status: "expired", type: "email", de: "Deine Mitgliedschaft ist abgelaufen", en: "membership has ended" },
    { status: "deactivated", type: "manual", de: "Deine Mitgliedschaft ist deaktiviert", en: "is deactivated" },
  ];
  const byEmail = { de: "Hochschul-E-Mail-Adresse", en: "University e-mail" };
  const open = ["unknown", "valid-near-expire", "expired", "deactivated"];
  const states = [{ status: "unknown", type: "", de: "", en: "" }, ...titles];
  for (const { status, type, ...title } of states) {
    await page.unroute("**/account/campus-program-status");
    await page.route("**/account/campus-program-status", (route) =>
      route.fulfill({
        json: {
          automatedVerificationEnabled: true,
          campusProgramSubscriptionStatus: status,
          campusProgramSubscriptionValidToDateTime: "2027-03-31T22:00:00Z",
          campusProgramVerificationType: type,
          campusProgramSubscriptionRenewalRequested: false,
        },
      }),
    );
    for (const lang of ["de", "en"] as const) {
      await page.goto(lang === "de" ? campusPage : `/en${campusPage}`);
      const form = page.getByLabel(byEmail[lang]);
      const applies = open.includes(status) || (status === "pending" && type === "email");
      if (applies) await expect(form, status).toBeVisible();
      for (const one of titles) {
        const shown = one.status === status && one.type === type ? 1 : 0;
        await expect(page.getByText(one[lang]), `${status} ${type}`).toHaveCount(shown);
      }
      if (!applies) await expect(form, status).toHaveCount(0);
      if (title[lang] && status.startsWith("valid"))
        await expect(page.getByText(lang === "de" ? "31. März 2027" : "March 31, 2027")).toBeVisible();
    }
  }
});
