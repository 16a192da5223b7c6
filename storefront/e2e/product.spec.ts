import type { Page } from "@playwright/test";
import { found } from "./support/axe";
import {
  buy,
  choosePayment,
  expect,
  newEmail,
  openFound,
  openNotebook,
  orderNumber,
  startAtPayment,
  test,
} from "./support/shop";

/** Answers as the partner's program does, which tells in its place what it was told; gives the addresses that are asked for. */
async function offers(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route("https://offers.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      body: `addEventListener("kontor:pay-later", ({ detail }) => {
        document.getElementById("pay-later").textContent = "In Raten: " + detail.place + " " + detail.minor;
      });`,
    });
  });
  return asked;
}

test("pictures are chosen, and in their largest size magnified up to three times", async ({ page }) => {
  await openNotebook(page);
  const gallery = page.getByRole("region", { name: "Produktbilder" });
  const second = gallery.getByRole("button", { name: /^Bild 2 von/ });
  await second.click();
  await expect(second).toHaveAttribute("aria-current", "true");
  const largest = page.waitForRequest((request) => request.url().includes("/images/2800/"));
  await gallery.getByRole("button", { name: "Bild vergrößern" }).click();
  await largest;
  const pictures = page.getByRole("dialog", { name: "Produktbilder" });
  await expect(pictures.getByRole("group", { name: /^2 von \d+$/ })).toBeVisible();
  await expect(pictures.getByRole("region", { name: "Produktbilder" })).toBeVisible();
  const closer = page.getByRole("button", { name: "Vergrößern", exact: true });
  const picture = pictures.getByRole("group", { name: /^2 von \d+$/ }).getByRole("img");
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const shown = await width();
  await expect(async () => {
    if (await closer.isEnabled()) await closer.click();
    expect(await closer.isEnabled()).toBe(false);
  }).toPass();
  await expect.poll(async () => (await width()) / shown).toBeCloseTo(3, 1);
  await expect(page.getByRole("button", { name: "Verkleinern" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(closer).toBeHidden();
});

test("the energy label opens with its data sheet and the official entry, and gives the focus back", async ({
  page,
}) => {
  await openFound(page, "Monitor");
  const arrow = page.getByRole("button", { name: /^Energieeffizienzklasse/ }).first();
  await arrow.click();
  const dialog = page.getByRole("dialog", { name: "Energielabel" });
  await expect(dialog.getByRole("img", { name: /^Energielabel, Klasse [A-G]$/ })).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Produktdatenblatt" })).toBeVisible();
  await expect(dialog.getByRole("link", { name: /EPREL/ })).toHaveAttribute(
    "href",
    /^https:\/\/eprel\.ec\.europa\.eu\//,
  );
  expect(await found(page, "energy-label")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(arrow).toBeFocused();
});

test("an energy label that cannot be read is told, and can be tried again", async ({ page }) => {
  await page.route("**/product/fetch/eef/**", (route) => route.abort());
  await openFound(page, "Monitor");
  await page
    .getByRole("button", { name: /^Energieeffizienzklasse/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Energielabel" });
  await expect(dialog.getByRole("alert")).toContainText("Das Energielabel kann gerade nicht geladen werden.");
  await page.unroute("**/product/fetch/eef/**");
  await dialog.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(dialog.getByRole("img", { name: /^Energielabel, Klasse [A-G]$/ })).toBeVisible();
});

test("more than there is is cut and told, and what is told does not cover the bar to buy from", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFound(page, "Monitor"); // of which no other test buys
  const quantity = page.getByRole("textbox", { name: "Anzahl" });
  await quantity.fill("900");
  await quantity.press("Enter");
  await expect(quantity).not.toHaveValue("900");
  const most = await quantity.inputValue();
  await expect(page.getByText(`Von diesem Produkt kannst du höchstens ${most} Stück bestellen.`)).toBeVisible();
  await page.getByRole("button", { name: "In den Warenkorb", exact: true }).first().click();
  await expect(page.getByText("liegt im Warenkorb.")).toBeVisible();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "In den Warenkorb", exact: true }).last().click({ trial: true });
});

test("a partner's offers to pay later are loaded after consent to them, and to nothing else", async ({ page }) => {
  const asked = await offers(page);
  const events: string[] = [];
  page.on("request", (request) => request.url().includes("/api/tracking/add") && events.push(request.postData() ?? ""));
  await openNotebook(page);
  const price = await page.locator("[data-price]").first().getAttribute("data-price");
  const settings = page.getByRole("contentinfo").getByRole("button", { name: "Cookie-Einstellungen" });
  const dialog = page.getByRole("dialog");
  await expect(page.locator("#pay-later")).toHaveCount(0);
  await settings.click();
  await dialog.getByRole("checkbox", { name: /Später & Co/ }).check({ force: true });
  await dialog.getByRole("button", { name: "Auswahl speichern" }).click();
  await expect(page.getByText(`In Raten: product ${price}`)).toBeVisible();
  expect(asked).toEqual(["https://offers.example/consent.js"]);
  await page.getByText("Garantieverlängerung").first().scrollIntoViewIfNeeded();
  await page.getByRole("radio").nth(1).check({ force: true });
  expect(events).toEqual([]); // consent to the partner is none to tracking
  await settings.click();
  await dialog.getByRole("button", { name: "Alles ablehnen" }).click();
  await expect(page.locator("#pay-later")).toHaveCount(0);
});

test("after an order the partner offers to pay its sum later, with consent", async ({ page }) => {
  await page.addInitScript(() => window.localStorage.setItem("kontor.consent", '{"pay-later":true}'));
  const asked = await offers(page);
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await orderNumber(page);
  const place = page.locator("#pay-later");
  await expect(place).toHaveText(/^In Raten: success \d+$/);
  expect(await place.textContent()).toContain((await place.getAttribute("data-price")) ?? "?");
  expect(asked).toEqual(["https://offers.example/consent.js"]);
});

test("choosing a warranty is told to tracking, once there is consent to it", async ({ page }) => {
  const events: { eventType: string; element?: unknown }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/tracking/add")) events.push(request.postDataJSON() as (typeof events)[number]);
  });
  await openNotebook(page);
  const warranty = page.getByRole("group", { name: "Garantieverlängerung" }).getByRole("radio");
  await warranty.nth(1).check({ force: true });
  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie-Einstellungen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Alles erlauben" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await warranty.nth(0).check({ force: true });
  await expect.poll(() => events.filter((event) => event.eventType === "cto_interaction")).toHaveLength(1);
  expect(events.find((event) => event.eventType === "cto_interaction")?.element).toEqual({
    trackingName: "warranty",
    value: "0",
  });
});
