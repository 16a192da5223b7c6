import type { Page } from "@playwright/test";

/** Fills the card's form, whose number goes to the payment service alone. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Karteninhaber").fill("Kim Muster");
  await page.getByLabel("Kartennummer").fill(number);
  await page.getByLabel("Monat", { exact: true }).fill("12");
  await page.getByLabel("Jahr", { exact: true }).fill(String(new Date().getFullYear() + 2));
  await page.getByLabel("Prüfnummer").fill("123");
}
