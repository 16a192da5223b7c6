import { test as bare, type Locator } from "@playwright/test";
import { checkedPages } from "../src/lib/accessibility/coverage";
import { newCustomer } from "./support/account";
import { mailedText } from "./support/mail";
import { kontor } from "./support/operator";
import { expect, newEmail, openPage, test } from "./support/shop";

// The rules of the German market that are about no product: core/docs/market-de.md names the test of each.

const operator = "betreiber@kontor.example";

bare(
  "consent: nothing is stored or sent before it, and refusing is as easy as accepting",
  async ({ page, context }) => {
    const sent: string[] = [];
    page.on("request", (one) => {
      if (one.url().includes("/api/tracking/add")) sent.push(one.url());
    });
    await openPage(page, "/kategorie/notebooks");
    const banner = page.getByRole("region", { name: "Deine Privatsphäre" });
    const reject = banner.getByRole("button", { name: "Alles ablehnen" });
    const accept = banner.getByRole("button", { name: "Alles erlauben" });
    const looks = (one: Locator) =>
      one.evaluate((element) => {
        const { width, height } = element.getBoundingClientRect();
        const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(element);
        return { width, height, backgroundColor, color, fontSize, fontWeight };
      });
    expect(await looks(reject)).toEqual(await looks(accept));
    const stored = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(await stored()).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await reject.click();
    await expect(banner).toBeHidden();
    await openPage(page, "/kategorie/monitore");
    await expect(banner).toBeHidden();
    expect(await stored()).not.toContain("kontor.tid");
    expect(sent).toEqual([]);
  },
);

bare("consent: on a phone no message lies on the answers", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/wishlist/add", (route) => route.fulfill({ status: 500, json: {} }));
  await openPage(page, "/kategorie/notebooks");
  const banner = page.getByRole("region", { name: "Deine Privatsphäre" });
  await expect(banner).toBeVisible();
  const heart = page.getByRole("button", { name: /auf den Merkzettel setzen$/ }).first();
  await heart.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Leider kam es zu einem Fehler." })).toBeVisible();
  await banner.getByRole("button", { name: "Alles ablehnen" }).click({ timeout: 3_000 }); // the message stays for longer
  await expect(banner).toBeHidden();
});

test("accessibility statement: made of what the tests visit, and a barrier is reported by keyboard", async ({
  page,
  request,
}) => {
  await openPage(page, "/infocenter/section/accessibility");
  const coverage = page.getByRole("region", { name: "Was automatisch geprüft wird" });
  await expect(coverage.getByRole("listitem")).toHaveCount(checkedPages.length);
  const form = page.getByRole("region", { name: "Barriere melden" });
  const barrier = `Der Knopf hat keinen Namen, ${newEmail()}.`;
  const text = form.getByRole("textbox", { name: /Was konntest du nicht benutzen/ });
  await form.getByRole("button").press("Enter");
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription(/^Bitte beschreibe kurz, was nicht geht\./);
  await page.keyboard.type(barrier);
  await page.keyboard.press("Tab");
  await page.keyboard.type("niemand");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Bitte prüfe die E-Mail-Adresse.")).toBeVisible();
  await form.getByRole("textbox", { name: /E-Mail-Adresse für unsere Antwort/ }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Deine Meldung ist bei uns angekommen")).toBeVisible();
  await expect(form.locator(":focus")).toContainText("Deine Meldung ist bei uns angekommen");
  expect(await mailedText(request, operator, new RegExp(barrier.slice(0, -1)))).toContain(
    "/infocenter/section/accessibility",
  );
});

test("imprint and borders: no way to the closed ODR platform, and nobody is sent elsewhere by language", async ({
  page,
  request,
}) => {
  await openPage(page, "/infocenter/section/imprint");
  await expect(page.getByText(/Verbraucherschlichtung/).first()).toBeVisible();
  await expect(page.getByText("Amtsgericht Hamburg HRB 1")).toBeVisible();
  await expect(page.locator('a[href*="consumers/odr"]')).toHaveCount(0);
  await openPage(page, "/infocenter/section/terms");
  await expect(page.getByRole("heading", { name: "Streitbeilegung" }), "the terms say it as well").toBeVisible();
  for (const path of ["/", "/kategorie/notebooks"]) {
    const headers = { "accept-language": "fr-FR,en;q=0.8", "x-forwarded-for": "5.39.0.1" };
    expect((await request.get(path, { headers, maxRedirects: 0 })).status(), path).toBe(200);
  }
});

test("retention: the page on privacy says how long what is kept, and the account what stays when it goes", async ({
  page,
}) => {
  await openPage(page, "/infocenter/section/privacy");
  const kept = page.getByRole("region", { name: "Wie lange wir Daten aufbewahren" });
  const period = (of: string) => kept.getByText(of).locator("xpath=following-sibling::dd");
  await expect(period("Rechnungen und Rechnungskorrekturen")).toHaveText("8 Jahre");
  await expect(period("die du nicht abschickst")).toHaveText("30 Tage");
  const { runs, exists } = await kontor<{ exists: boolean; runs: object[] | null }>("retention", "show");
  expect({ runs: Array.isArray(runs), exists }).toEqual({ runs: true, exists: true });

  await newCustomer(page);
  await page.goto("/kundenkonto/kontaktinformationen");
  await expect(page.getByText("Bestellungen bewahren wir gesperrt auf, solange das Gesetz es verlangt.")).toBeVisible();
  await page.getByRole("button", { name: "Konto löschen" }).click();
  await expect(page.getByRole("dialog")).toContainText("Laufende Bestellungen kommen noch an.");
  const password = page.getByRole("dialog").getByLabel("Dein Passwort");
  await password.fill("Zug7Berg ");
  await password.blur();
  await expect(password, "spaces are part of it").toHaveValue("Zug7Berg ");
});

test("a browser that keeps nothing shows the whole shop, and says what needs cookies", async ({ page }) => {
  await page.addInitScript(() => {
    const denied = {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    };
    Object.defineProperties(window, { localStorage: denied, sessionStorage: denied });
    Object.defineProperty(navigator, "cookieEnabled", { value: false });
  });
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await page.goto("/");
  const notice = page.getByRole("region", { name: "Dein Browser nimmt keine Cookies an" });
  await expect(notice).toContainText("Warenkorb, Merkzettel und Anmeldung brauchen Cookies");
  await expect(page.getByRole("region", { name: "Deine Privatsphäre" })).toHaveCount(0);
  await notice.getByRole("button", { name: "Verstanden" }).click();
  await expect(notice).toHaveCount(0);
  const field = page.getByRole("combobox");
  await field.fill("notebook");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/produkte\/notebook/);
  await page.locator('main a[href^="/produkt/"]').first().click();
  await page.getByRole("button", { name: "In den Warenkorb" }).first().click();
  await expect(page.getByText("Ohne sie können wir uns nicht merken, was du auswählst")).toBeVisible();
  await expect(page.getByText("liegt im Warenkorb")).toHaveCount(0);
  await page.goto("/kundenkonto/login");
  await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
  expect(thrown).toEqual([]);
});
