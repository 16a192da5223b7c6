import { expect, type Page } from "@playwright/test";

/** Registers a private customer, who is logged in then and has no address yet. */
export async function registerCustomer(page: Page, email: string): Promise<void> {
  await page.goto("/kundenkonto/registrieren");
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByLabel("Vorname").fill("Kim");
  await page.getByLabel("Nachname").fill("Muster");
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(page.getByRole("heading", { name: "Kontoübersicht" })).toBeVisible();
}
