import { newCustomer } from "./support/account";
import { mailedCode } from "./support/mail";
import { expect, newEmail, openPage, test } from "./support/shop";

// The end of the full log-in: what needs it waits for the password.

test("with a soft log-in alone the header asks for the password before it leads to the account", async ({ page }) => {
  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...header, isLoggedIn: false, isLoggedInSoft: true, firstName: "Kim" } });
  });
  await openPage(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Mein Konto", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  await expect(asked.getByLabel("E-Mail-Adresse")).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press("Escape");
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Mein Konto", exact: true })).toBeFocused();
});

test("the end of the full log-in is noticed without a click", async ({ page }) => {
  await newCustomer(page);
  let over = false;
  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: over ? { ...header, isLoggedIn: false, isLoggedInSoft: true } : header });
  });
  await page.clock.install();
  await page.goto("/kundenkonto/adressen");
  await expect(page.getByRole("heading", { name: "Adressbuch", exact: true })).toBeVisible();
  over = true;
  await page.clock.fastForward("02:00:00");
  await expect(page.getByRole("dialog", { name: "Melde dich bitte erneut an" })).toBeVisible();
});

test("what is read waits for the password where the page does not know yet that the full log-in is over", async ({
  page,
}) => {
  const email = await newCustomer(page);
  const over = { status: 401, json: { error: { code: "unauthenticated", reason: "full_login_required" } } };
  await page.route("**/api/account/get-addresses", (route) => route.fulfill(over));
  await page.goto("/kundenkonto/adressen");
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  await expect(asked.getByLabel("E-Mail-Adresse")).toBeFocused();
  await page.unrouteAll();
  await asked.getByLabel("E-Mail-Adresse").fill(email);
  await asked.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await asked.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Rechnungsadresse" })).toBeVisible();
  await expect(asked).toHaveCount(0);
});

test("what was typed waits for the password when the full log-in ends, and is not shown to another customer", async ({
  page,
  request,
}) => {
  const [email, other] = [newEmail(), newEmail()];
  await newCustomer(page, email);
  const made = await request.post("/auth/register", {
    data: { email: other, firstName: "Ada", lastName: "Muster", password: "Zug7Berg" },
  });
  expect(((await made.json()) as { successful: boolean }).successful).toBe(true);
  let over = false;
  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: over ? { ...header, isLoggedIn: false, isLoggedInSoft: true } : header });
  });
  await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
  const street = page.getByLabel("Straße", { exact: true });
  await street.fill("Speicherstraße");
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  for (const [who, typed] of [
    [email, "Speicherstraße"],
    [other, ""],
  ] as const) {
    over = true;
    await page.evaluate(() => new BroadcastChannel("kontor").postMessage("cart"));
    await expect(asked).toBeVisible();
    await expect(street).toBeHidden();
    over = false;
    await asked.getByLabel("E-Mail-Adresse").fill(who);
    await asked.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
    await asked.getByRole("button", { name: "Anmelden", exact: true }).click();
    if (who === other) {
      await asked.getByLabel("Ziffer 1 von 6").click();
      await page.keyboard.type(await mailedCode(request, other));
      await page.keyboard.press("Enter");
    }
    await expect(asked).toBeHidden();
    await expect(street).toBeVisible();
    await expect(street).toHaveValue(typed);
  }
});

test("what waits for the password is saved once it is given, and nothing typed is lost meanwhile", async ({ page }) => {
  const email = await newCustomer(page);
  let over = false;
  await page.route("**/api/header_data", async (route) => {
    const header = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: over ? { ...header, isLoggedIn: false, isLoggedInSoft: true } : header });
  });
  await page.route("**/api/account/add-address", (route) =>
    over
      ? route.fulfill({ status: 401, json: { error: { code: "unauthenticated", reason: "full_login_required" } } })
      : route.continue(),
  );
  await page.goto("/kundenkonto/adressen/neue-rechnungsadresse");
  const fields = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  over = true;
  await page.getByRole("button", { name: "Speichern" }).click();
  const asked = page.getByRole("dialog", { name: "Melde dich bitte erneut an" });
  await expect(asked.getByLabel("Passwort", { exact: true })).toBeVisible();
  // The page learns of it as from another tab.
  await page.evaluate(() => new BroadcastChannel("kontor").postMessage("cart"));
  await expect(page.locator("form[class*=max-w-xl]")).toBeHidden();
  await expect(page.getByLabel("Straße", { exact: true })).toHaveValue("Speicherstraße");
  over = false;
  await asked.getByLabel("E-Mail-Adresse").fill(email);
  await asked.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await asked.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(asked).toBeHidden();
  await expect(page).toHaveURL(/\/kundenkonto\/adressen$/);
  await expect(page.getByText("20457 Hamburg")).toBeVisible();
});
