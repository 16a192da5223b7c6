import { found } from "./support/axe";
import { mailedLink, mailedText } from "./support/mail";
import { kontor } from "./support/operator";
import {
  addToCart,
  buy,
  choosePayment,
  enterGuest,
  expect,
  newEmail,
  openNotebook,
  openPage,
  orderAsGuest,
  orderNumber,
  test,
} from "./support/shop";

test("a guest sees by the mailed link how the order stands, and has the link mailed again", async ({
  page,
  request,
  context,
}) => {
  const email = newEmail();
  const order = await orderAsGuest(page, email);
  const link = await mailedLink(request, email, "bestellstatus");
  const { pathname, search } = new URL(link);
  await expect(page.getByRole("link", { name: "Bestellung ansehen" })).toHaveAttribute("href", pathname + search);
  await context.clearCookies(); // another day, another browser

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: `Bestellung ${order}` })).toBeVisible();
  await expect(page.getByText("Zahlung ausstehend")).toBeVisible();
  await expect(page.getByRole("heading", { name: "So bezahlst du" })).toBeVisible();
  await kontor("order", "paid", order);
  await expect(() => kontor("order", "ship", order)).toPass(); // it is placed once its workflow knows of the money
  await page.reload();
  await expect(page.getByText("Versendet")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Sendung verfolgen: ./ })).toHaveAttribute("href", /^https?:/);
  const invoice = await page.getByRole("link", { name: /^Rechnung .* \(PDF\)$/ }).getAttribute("href");
  expect((await (await page.request.get(invoice ?? "")).body()).subarray(0, 5).toString()).toBe("%PDF-");
  expect(await found(page, "order-status")).toEqual([]);

  const lastDay = page.getByText(/^Widerrufen kannst du bis einschließlich \d+\.\d+\.\d+\.$/);
  await expect(lastDay, "nobody has the goods yet").toHaveCount(0);
  await kontor("order", "deliver", order);
  await page.reload();
  await expect(lastDay).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Vertrag widerrufen" }).click();
  await expect(page.getByLabel("Bestellnummer")).toHaveValue(order);
  await expect(lastDay).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kim Muster");
  await expect(page.getByLabel("E-Mail-Adresse").first()).toHaveValue(email);
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
  await expect(page.getByRole("heading", { name: "Dein Widerruf ist eingegangen" })).toBeVisible();
  await page.goBack();
  const withdrawn = page.locator("section", { has: page.getByRole("heading", { name: "Widerruf" }) });
  await expect(withdrawn.getByText(/^Widerruf \d+ vom .*: die ganze Bestellung$/)).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(withdrawn.getByText("Angenommen.")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(withdrawn.getByRole("link", { name: "Vertrag widerrufen" })).toHaveCount(0);
  expect(await found(page, "order-withdrawn")).toEqual([]);

  await openPage(page, `/bestellstatus?order=${order}&token=geraten`);
  await expect(page.getByText("Dieser Link öffnet keine Bestellung.")).toBeVisible();
  await expect(page.getByLabel("Bestellnummer")).toHaveValue(order);
  await page.getByRole("contentinfo").getByRole("link", { name: "Bestellstatus" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bestellstatus" })).toBeVisible();
  await expect(page.getByText("Dieser Link öffnet keine Bestellung.")).toBeHidden();
  await page.getByLabel("Bestellnummer").fill("R-1");
  await page.getByRole("button", { name: "Link anfordern" }).click();
  await expect(page.getByText("Eine Bestellnummer besteht aus Ziffern")).toBeVisible();
  await expect(page.getByLabel("Bestellnummer")).toBeFocused();
  await page.getByLabel("Bestellnummer").fill(`#${order}`);
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByRole("button", { name: "Link anfordern" }).click();
  await expect(page.getByText("Gibt es eine Bestellung mit dieser Nummer und Adresse")).toBeVisible();
  expect(await mailedText(request, email, /So steht es um deine Bestellung/)).toContain(link);
});

test("an order that was cancelled says why, and what one piece cost", async ({ page, request }) => {
  const email = newEmail();
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await expect(page.getByText("Zwischensumme (2 Artikel)").first()).toBeVisible();
  await enterGuest(page, email);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await kontor("order", "cancel", await orderNumber(page), "--yes");
  await page.goto(await mailedLink(request, email, "bestellstatus"));
  await expect(
    page.getByText("Wir haben die Bestellung auf Wunsch oder aus einem wichtigen Grund storniert."),
  ).toBeVisible();
  await expect(page.getByText(/^Menge: 2 · Einzelpreis [\d.,]+\s€$/)).toBeVisible();
});
