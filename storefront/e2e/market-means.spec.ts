import type { Page } from "@playwright/test";
import { choosePayment, expect, newEmail, openPage, startAtPayment, test } from "./support/shop";

// Rules about how to pay and what a device comes with: core/docs/market-de.md names the test of each.

const fee = /\+\s*[\d.]+,\d\d\s€/;

test("fees: cash on delivery alone costs something, which is said where it is chosen and in the sum", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  const methods = page.getByRole("group", { name: "Zahlungsart" }).getByRole("listitem");
  await expect(methods.filter({ hasText: "Vorkasse" })).toBeVisible();
  await expect(methods.filter({ hasText: fee })).toHaveText([/^Nachnahme.*\+\s*2,00\s€/]);
  for (const free of ["Vorkasse", "PayPal", "Kreditkarte", "Rechnung"])
    await expect(methods.filter({ hasText: free }).first(), free).toBeVisible();

  await choosePayment(page, /^Nachnahme/);
  const main = page.getByRole("main");
  const row = main.getByText("Gebühr der Zahlungsart").locator("visible=true").first().locator("xpath=..");
  await expect(row).toContainText("2,00\u00a0€");
  await page.goto("/kasse#/payment");
  await choosePayment(page, /Vorkasse/);
  await expect(main.getByText("Gebühr der Zahlungsart")).toHaveCount(0);
});

test("own invoice: it costs nothing, and says within how many days it is paid", async ({ page }) => {
  await startAtPayment(page, newEmail());
  const invoice = page.getByRole("listitem").filter({ has: page.getByRole("radio", { name: /^Rechnung\s/ }) });
  await expect(invoice).not.toContainText(fee);
  await invoice.getByRole("button", { name: "Mehr zu Rechnung", exact: true }).click();
  const days = await page.getByText(/Du hast \d+ Tage Zeit, sie zu bezahlen/).innerText();
  expect(Number(/\d+/.exec(days)?.[0]), "longer would be a credit").toBeLessThanOrEqual(50);
});

/** Opens the notebook of that name, and gives what stands at its price about the charger. */
async function openCharger(page: Page, name: string) {
  await openPage(page, `/produkte/${encodeURIComponent(name.split(",")[0] ?? "")}`);
  await page.getByRole("article").getByRole("link", { name, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const charger = page.locator("[data-charger]");
  const price = page
    .getByRole("main")
    .getByText(/^[\d.]+,\d\d\s€$/)
    .first();
  const distance = ((await charger.boundingBox())?.y ?? 0) - ((await price.boundingBox())?.y ?? 0);
  expect(distance, "near the price").toBeLessThan(300);
  await expect(charger.locator("svg")).toBeVisible();
  await expect(charger).toContainText(/Ladeleistung \d+ – \d+ W/);
  return charger;
}

test("device without a charger: it is an article of its own, and each says whether one comes along", async ({
  page,
}) => {
  const without = await openCharger(page, "Tarnwerk Amboss 16 Ryzen 7 8845HS, RTX 5070, 32 GB RAM, 512 GB SSD");
  await expect(without).toHaveText(/^Kein Netzteil im Lieferumfang/);
  const bare = await without.locator("svg").innerHTML();
  const included = await openCharger(page, "Tarnwerk Amboss 16 Ryzen 7 8845HS, RTX 5060, 16 GB RAM, 1 TB SSD");
  await expect(included).toHaveText(/^Netzteil im Lieferumfang/);
  expect(await included.locator("svg").innerHTML(), "one pictogram is struck through").not.toBe(bare);
});
