import { expect, type Page } from "@playwright/test";
import { call, newEmail } from "./shop";

const person = { firstName: "Kim", lastName: "Muster" };
const password = "Zug7Berg";

/** Registers a private customer by the form, who is logged in then, sees the account and has no address yet. */
export async function registerCustomer(page: Page, email: string): Promise<void> {
  await page.goto("/kundenkonto/registrieren");
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByLabel("Vorname").fill(person.firstName);
  await page.getByLabel("Nachname").fill(person.lastName);
  await page.getByLabel("Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(page.getByRole("heading", { name: "Kontoübersicht" })).toBeVisible();
}

/** Makes the page's visitor a private customer without an address, and opens no page; gives the e-mail address. */
export async function newCustomer(page: Page, email = newEmail()): Promise<string> {
  await call(page, "/auth/register", { email, ...person, password });
  return email;
}

/** Makes the page's visitor a customer with a billing address; gives the e-mail address. */
export async function becomeCustomer(page: Page): Promise<string> {
  const email = await newCustomer(page);
  const home = { streetName: "Speicherstraße", streetNumber: "12", zipCode: "20457", cityName: "Hamburg" };
  await call(page, "/api/account/add-address", { ...person, ...home, defaultAddress: true });
  return email;
}

/** Logs the customer out. */
export async function logOut(page: Page): Promise<void> {
  await page.goto("/kundenkonto");
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/kundenkonto\/login$/);
}
