import type { Page } from "@playwright/test";
import { newCustomer } from "./support/account";
import { found } from "./support/axe";
import { looked } from "./support/look";
import { mailedLink } from "./support/mail";
import { kontor } from "./support/operator";
import { expect, test } from "./support/shop";

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
  await page.getByRole("checkbox", { name: /^Ich stimme den Teilnahmebedingungen/ }).check({ force: true });
  await page.getByRole("button", { name: "Nachweis senden" }).click();
}

/** Opens a reduced notebook: the price for students stands beside the lowest of 30 days, and claims no reduction. */
async function expectBothPrices(page: Page): Promise<void> {
  type Card = { slug: string; prices: { lowest30?: unknown } };
  type Product = { prices: { student?: unknown } };
  const listing = await page.request.get("/api/category/notebooks?sortListing=price-asc");
  const reduced = ((await listing.json()) as { cards: Card[] }).cards.filter(({ prices }) => prices.lowest30);
  for (const { slug } of reduced) {
    const answer = await page.request.get(`/api/product/${slug}`);
    if (!((await answer.json()) as Product).prices.student) continue;
    await page.goto(`/produkt/${slug}`);
    await expect(page.getByText(/30 Tage/).first()).toBeVisible();
    const student = page.getByRole("paragraph").filter({ hasText: "Preis für Studierende" });
    await expect(student).toContainText("€");
    await expect(student).not.toContainText("%");
    return;
  }
  throw new Error("no reduced notebook has a price for students");
}

test("who does not take part yet is told what the programme is, from a product's price on", async ({ page }) => {
  const listing = await page.request.get("/api/category/notebooks?verfuegbar[]=1");
  const { cards } = (await listing.json()) as { cards: { slug: string }[] };
  await page.goto(`/produkt/${cards[0]?.slug}`);
  await page.getByRole("link", { name: "Preis für Studierende:" }).click();
  await expect(page).toHaveURL(/\/studentenprogramm$/);
  await expect(page.getByRole("heading", { level: 1, name: "Campus-Programm" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(6);
  expect(await found(page, "students")).toEqual([]);
  await page.getByRole("link", { name: "Jetzt mitmachen" }).click();
  await expect(page).toHaveURL(/\/kundenkonto\/login/);
  await page.goto("/en/studentenprogramm");
  await expect(page.getByRole("link", { name: "Take part now" })).toBeVisible();
});

test("a student confirms the address of the university and is a member", async ({ page, request }) => {
  await newCustomer(page);

  await page.goto(campusPage);
  await expect(page.getByRole("heading", { name: "Campus-Programm" })).toBeVisible();
  const register = page.getByRole("button", { name: "Anmelden", exact: true });
  await expect(register).toBeDisabled();
  await expect(page.getByText("Bitte wähle eine Hochschule aus der Liste aus.")).toBeVisible();
  expect(await found(page, "campus")).toEqual([]);

  const terms = page.getByRole("link", { name: "Teilnahmebedingungen" });
  const document = await page.request.get((await terms.getAttribute("href")) ?? "");
  expect(document.headers()["content-type"]).toBe("application/pdf");
  await expect(terms).toHaveAttribute("target", "_blank");

  const email = `kim.${Date.now()}@cs.tu-berlin.de`;
  await page.getByLabel("Hochschule", { exact: true }).fill("technische Universität berlin "); // as a phone may write it
  await page.getByLabel("Hochschul-E-Mail-Adresse").fill(email);
  await page.getByRole("checkbox", { name: /^Ich stimme den Teilnahmebedingungen/ }).check({ force: true });
  await register.click();
  await expect(page.getByText("Bitte bestätige deine E-Mail-Adresse")).toBeVisible();

  await page.goto(await mailedLink(request, email));
  await page.getByRole("button", { name: "Jetzt bestätigen" }).click();
  await page.getByRole("link", { name: "Zum Campus-Programm" }).click();
  await expect(page.getByText("Du bist Mitglied im Campus-Programm")).toBeVisible();
  await expectBothPrices(page);
  await page.goto("/kundenkonto/kontaktinformationen");
  await expect(page.getByText("Der Name kann als Campus-Mitglied nicht geändert werden.")).toBeVisible();
});

test("a mailed link that no longer holds leads to where another one is asked for", async ({ page }) => {
  const confirm = page.getByRole("button", { name: "Jetzt bestätigen" });
  const way = page.getByRole("main").getByRole("link", { name: "Zum Campus-Programm" });
  await page.goto("/studentenprogramm/bestaetigen?token=geraten");
  await confirm.click();
  await expect(page.getByRole("alert").getByText("nicht mehr gültig")).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await expect(way).toHaveAttribute("href", campusPage);
  await page.goto("/studentenprogramm/bestaetigen");
  await expect(way).toBeVisible();
});

test("a proof is looked at before it is sent, and waits for its review", async ({ page }) => {
  await newCustomer(page);
  await page.goto(campusPage);
  await page.getByRole("button", { name: /Nachweis hochladen/ }).click();
  await page.getByLabel("Nachweis").setInputFiles({ ...pdf, buffer: Buffer.alloc(2_500_001, "x") });
  await page.getByRole("button", { name: "Nachweis senden" }).click();
  await expect(page.getByText("Datei größer als 2.5MB")).toBeVisible();
  await expect(page.getByLabel("Ich bin"), "the first that is lacking").toBeFocused();

  await sendProof(page);
  await expect(page.getByText("Wir prüfen deinen Nachweis", { exact: true })).toBeVisible();
});

test("the page follows what the shop's people decide about a proof", async ({ page }) => {
  const email = await newCustomer(page);
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
  await expect(page.getByText("Wir prüfen deinen Nachweis", { exact: true })).toBeVisible();
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

const titles = {
  pendingEmail: { de: "Bitte bestätige deine E-Mail-Adresse", en: "Please confirm your e-mail address" },
  pendingManual: { de: "Wir prüfen deinen Nachweis", en: "We are checking your proof" },
  valid: { de: "Du bist Mitglied im Campus-Programm", en: "You are a member of the campus programme" },
  near: { de: "Deine Mitgliedschaft läuft bald ab", en: "Your membership ends soon" },
  expired: { de: "Deine Mitgliedschaft ist abgelaufen", en: "Your membership has ended" },
  deactivated: { de: "Deine Mitgliedschaft ist deaktiviert", en: "Your membership is deactivated" },
};

// Each state is reached as customers and the shop's people reach it, and looked at in both languages.
test("the page shows the one block of each state", async ({ page, request }) => {
  test.setTimeout(300_000);
  const email = await newCustomer(page);
  const { customer } = await kontor<{ customer: number }>("customer", "show", email);
  const decide = (...words: string[]) => kontor("campus", ...words, String(customer), "--yes");
  const byEmail = { de: "Hochschul-E-Mail-Adresse", en: "University e-mail address" };

  /** The page has the block's title and no other's, and the form where one may apply. */
  const shows = async (state: keyof typeof titles | "unknown", applies: boolean) => {
    for (const lang of ["en", "de"] as const) {
      await page.goto(lang === "de" ? campusPage : `/en${campusPage}`);
      await expect(page.getByText(titles[state === "unknown" ? "valid" : state][lang], { exact: true })).toHaveCount(
        state === "unknown" ? 0 : 1,
      );
      await expect(page.getByLabel(byEmail[lang], { exact: true }), state).toHaveCount(applies ? 1 : 0);
      for (const [name, title] of Object.entries(titles))
        if (name !== state) await expect(page.getByText(title[lang], { exact: true }), name).toHaveCount(0);
      await looked(page, `campus-${state}-${lang}`);
    }
  };
  await page.goto(campusPage);
  await expect(page.getByLabel(byEmail.de, { exact: true })).toBeVisible();
  await shows("unknown", true);

  const address = `kim.${Date.now()}@tu-berlin.de`;
  await page.getByLabel("Hochschule", { exact: true }).fill("technische Universität berlin "); // as a phone may write it
  await page.getByLabel(byEmail.de).fill(address);
  await page.getByRole("checkbox", { name: /^Ich stimme den Teilnahmebedingungen/ }).check({ force: true });
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page.getByText(titles.pendingEmail.de, { exact: true })).toBeVisible();
  await shows("pendingEmail", true);
  await page.goto(await mailedLink(request, address));
  await looked(page, "campus-confirm-de");
  await page.getByRole("button", { name: "Jetzt bestätigen" }).click();
  await expect(page.getByRole("link", { name: "Zum Campus-Programm" })).toBeVisible();
  await shows("valid", false);
  await decide("end");
  await shows("expired", true);

  await page.goto(`/en${campusPage}`);
  await page.getByRole("button", { name: /Upload a proof/ }).click();
  await expect(page.getByLabel("Date of birth")).toBeVisible();
  await looked(page, "campus-upload-en");
  await page.goto(campusPage);
  await page.getByRole("button", { name: /Nachweis hochladen/ }).click();
  await looked(page, "campus-upload-de");
  await sendProof(page);
  await expect(page.getByText(titles.pendingManual.de, { exact: true })).toBeVisible();
  await shows("pendingManual", false);
  await decide("approve", "--until", day(10));
  await shows("near", true);
  await expect(page.getByRole("button", { name: /^(Verlängern|Renew)$/ })).toBeVisible();
  await decide("reject", "--reason", "not_eligible");
  await shows("deactivated", true);
});
