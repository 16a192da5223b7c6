import type { Page } from "@playwright/test";
import { found } from "./support/axe";
import { expectOneMail, mailedText } from "./support/mail";
import { kontor } from "./support/operator";
import { decide, PayPal } from "./support/paypal";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  enterGuest,
  expect,
  fillGuest,
  newEmail,
  openNotebook,
  openPage,
  orderAsGuest,
  orderNumber,
  test,
} from "./support/shop";

/** Declares the withdrawal from a whole order on the page that needs no login. */
async function withdraw(page: Page, order: string, email: string): Promise<void> {
  await openPage(page, "/widerruf");
  await page.getByLabel("Name", { exact: true }).fill("Kim Muster");
  await page.getByLabel("Bestellnummer").fill(order);
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
  await expect(page.getByRole("heading", { name: "Dein Widerruf ist eingegangen" })).toBeVisible();
}

test("withdrawal: a guest withdraws from a part of an order, without logging in", async ({
  page,
  request,
  context,
}) => {
  const email = newEmail();
  const order = await orderAsGuest(page, email);
  const confirmation = await mailedText(request, email, new RegExp(order));
  const article = /Artikelnummer ([\w-]+)/.exec(confirmation)?.[1] ?? "";
  expect(article).not.toBe("");
  await context.clearCookies(); // another day, another browser

  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Vertrag widerrufen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Vertrag widerrufen" })).toBeVisible();
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
  await expect(page.getByText("Fülle bitte dieses Feld aus.").first()).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill("Kim Muster");
  await page.getByLabel("Bestellnummer").fill(order);
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByText("Nur einzelne Artikel").click();
  await page.getByLabel("Artikelnummer").fill(article);
  expect(await found(page, "withdrawal")).toEqual([]);
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();

  await expect(page.getByRole("heading", { name: "Dein Widerruf ist eingegangen" })).toBeFocused();
  await expect(page.getByText(`1 × ${article}`)).toBeVisible();
  const receipt = await mailedText(request, email, /Dein Widerruf ist eingegangen/);
  for (const content of [order, article, "Kim Muster", "Uhr"]) expect(receipt).toContain(content);
  // Nothing was paid yet, and this was all of it: the order ends.
  await mailedText(request, email, /Dein Widerruf ist abgeschlossen/);
});

test("withdrawal: what is typed before the page knows the visitor stays", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/header_data", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/widerruf");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Kim Muster");
  const again = page.waitForResponse(/\/api\/withdrawal/);
  release();
  await again;
  await expect(page.getByRole("banner").getByRole("link", { name: "Anmelden", exact: true })).toBeVisible();
  await expect(name).toHaveValue("Kim Muster");
});

test("withdrawal: the answer does not tell whether there is such an order, and a form sent twice is one", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const sent = page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/api/withdrawal"));
  await withdraw(page, "999999999", email);
  const form = await sent;
  const again = await request.post(form.url(), { data: form.postDataJSON() as object });
  expect(again.ok()).toBe(true);
  await mailedText(request, email, /Dein Widerruf ist eingegangen/);
  await expectOneMail(request, email);
});

test("withdrawal of a paid order that left: the consumer is told how the goods come back, and a second one is refused as such", async ({
  page,
  request,
}) => {
  await PayPal.open(request);
  const email = newEmail();
  await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, email);
  await choosePayment(page, /PayPal/);
  await buy(page);
  await decide(page, "approve");
  const order = await orderNumber(page);
  await expect(() => kontor("order", "ship", order)).toPass(); // it is placed once its workflow knows of the money
  await withdraw(page, order, email);
  const accepted = await mailedText(request, email, /So geht es mit deinem Widerruf weiter/);
  expect(accepted).toMatch(/\/api\/withdrawal\/label\//);
  await withdraw(page, order, email);
  await mailedText(request, email, /Diese Artikel hast du bereits widerrufen/);
});

test("withdrawal by a business is refused with the reason", async ({ page, request }) => {
  const email = newEmail();
  await openNotebook(page);
  await addToCart(page);
  await fillGuest(page, email);
  await page.getByText("Ich bin Geschäftskunde").click();
  await page.getByLabel("Firma", { exact: true }).fill("Muster Werke AG");
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await withdraw(page, await orderNumber(page), email);
  const refused = await mailedText(request, email, /Wir können deinem Widerruf nicht folgen/);
  expect(refused).toContain("Das Widerrufsrecht haben Verbraucher (§ 312g BGB)");
});

test("withdrawal in the account: filled in, and what is excluded says why", async ({ page, request }) => {
  const email = newEmail();
  await openNotebook(page);
  const notebook = await page.getByRole("heading", { level: 1 }).innerText();
  await addToCart(page);
  await openPage(page, "/kategorie/betriebssysteme?verfuegbar[]=1");
  const software = page.getByRole("article").first();
  const name = await software.getByRole("heading").innerText();
  await software.getByRole("button", { name: /in den Warenkorb legen$/ }).click();
  await expect(page.getByRole("link", { name: "Warenkorb, 2 Produkte" })).toBeVisible();
  await enterGuest(page, email);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  const order = await orderNumber(page);
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await expect(page.getByText("Dein Kundenkonto ist angelegt")).toBeVisible();

  await openPage(page, "/widerruf");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kim Muster");
  await expect(page.getByLabel("E-Mail-Adresse")).toHaveValue(email);
  await page.getByLabel("Deine Bestellung").selectOption(order);
  await expect(page.getByLabel("Bestellnummer")).toHaveValue(order);
  await page.getByText("Nur einzelne Artikel").click();
  const excluded = page.getByRole("listitem").filter({ hasText: name });
  await expect(excluded).toContainText("Vom Widerrufsrecht ausgenommen");
  await expect(excluded.getByRole("button")).toHaveCount(0);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: notebook });
  const confirm = page.getByRole("button", { name: "Widerruf bestätigen" });
  await confirm.click();
  await expect(page.getByText("Bitte wähle mindestens einen Artikel aus.")).toBeVisible();
  await expect(line.getByRole("textbox")).toBeFocused();
  await line.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await expect(page.getByText("Bitte wähle mindestens einen Artikel aus.")).toBeHidden();
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Dein Widerruf ist eingegangen" })).toBeVisible();
  await mailedText(request, email, /Dein Widerruf ist eingegangen/);
});

// That a late declaration is refused is held by the server's own tests, which can wait for weeks; here it is what the page
// makes of it.
test("withdrawal after the period: the page says why before anything is sent, and does not hinder who wants to", async ({
  page,
}) => {
  await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  const order = await orderNumber(page);
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await expect(page.getByText("Dein Kundenkonto ist angelegt")).toBeVisible();

  const sent: string[] = [];
  await page.route(/\/api\/withdrawal(\?|$)/, async (route) => {
    if (route.request().method() === "POST") {
      sent.push(route.request().url());
      return route.abort();
    }
    const form = (await (await route.fetch()).json()) as { orders: object[] };
    const orders = form.orders.map((one) => ({ ...one, reason: "withdrawal_late" }));
    return route.fulfill({ json: { ...form, orders } });
  });
  await openPage(page, "/widerruf");
  await page.getByLabel("Deine Bestellung").selectOption(order);
  await expect(page.getByText("Die Widerrufsfrist für diese Bestellung ist abgelaufen.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Widerruf bestätigen" })).toBeEnabled();
  expect(sent).toEqual([]);
});
