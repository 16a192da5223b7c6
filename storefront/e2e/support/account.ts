import { expect, type Page } from "@playwright/test";
import { call, newEmail } from "./shop";

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

/** Makes the page's visitor a customer with a billing address; gives the e-mail address. */
export async function becomeCustomer(page: Page): Promise<string> {
  const email = newEmail();
  const name = { firstName: "Kim", lastName: "Muster" };
  const home = { streetName: "Speicherstraße", streetNumber: "12", zipCode: "20457", cityName: "Hamburg" };
  for (const [path, data] of [
    ["/auth/register", { email, ...name, password: "Zug7Berg" }],
    ["/api/account/add-address", { ...name, ...home, defaultAddress: true }],
  ] as const)
    await call(page, path, data);
  return email;
}

/** Logs the customer out. */
export async function logOut(page: Page): Promise<void> {
  await page.goto("/kundenkonto");
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/kundenkonto\/login$/);
}
