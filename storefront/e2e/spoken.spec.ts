import messages from "../messages/de.json" with { type: "json" };
import { newCustomer } from "./support/account";
import {
  addToCart,
  choosePayment,
  expect,
  openNotebook,
  openPage,
  startAtPayment,
  newEmail,
  test,
} from "./support/shop";
import { spokenFaults } from "./support/spoken";

// What a screen reader says of the pages, and where the keyboard's place is seen, beyond what axe finds.

test("names say what is meant, once, and as they are read", async ({ page }) => {
  const says = async (what: string) => {
    await page.waitForLoadState("networkidle");
    expect.soft(await spokenFaults(page), what).toEqual([]);
  };
  await page.goto("/");
  await says("home");
  await openPage(page, "/kategorie/notebooks");
  const panel = page.getByRole("complementary", { name: "Filter", exact: true });
  await panel.getByRole("button", { name: "Hersteller" }).click();
  await expect(panel.getByRole("checkbox", { name: /^\S.*, (ein Produkt|[\d.]+ Produkte)$/ }).first()).toBeAttached();
  await says("category");
  await openNotebook(page);
  await says("product");
  await page.goto("/kundenkonto/registrieren");
  await expect(page.getByLabel("Vorname")).toBeVisible();
  await says("register");
  await page.goto("/widerruf");
  await page.getByRole("radio", { name: messages.withdrawal.part }).check({ force: true });
  await page.getByRole("button", { name: messages.withdrawal.add }).click();
  const second = page.getByRole("group", { name: "Artikel 2" });
  await expect(second.getByRole("button")).toHaveCount(3);
  for (const name of ["Anzahl erhöhen: Artikel 2", "Artikel 2 entfernen"])
    await expect(second.getByRole("button", { name })).toBeVisible();
  await startAtPayment(page, newEmail());
  await page.goto("/kasse#/address");
  await expect(page.getByLabel("Vorname")).toBeVisible();
  await says("address");
});

test("what changes is told where somebody listens already, and once", async ({ page }) => {
  await openNotebook(page);
  const toasts = page.locator(".toasts");
  await expect(toasts, "before there is anything to tell").toHaveRole("status");
  await page.getByRole("button", { name: "Anzahl erhöhen" }).press("Enter");
  await expect(page.locator("[data-quantity] output")).toHaveText("2");
  await addToCart(page);
  await expect(toasts).toContainText("liegt im Warenkorb");
  await expect(toasts.getByRole("status")).toHaveCount(0);
  await page.goto("/kundenkonto/registrieren");
  await page.getByRole("main").getByRole("button", { name: messages.account.register.submit }).click();
  const email = page.getByRole("main").getByLabel("E-Mail-Adresse");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/./);
  await expect(page.locator("main form p.text-bad[aria-live]:not(:empty)"), "all at once").toHaveCount(0);
});

test("each step of the checkout is the title of its document, in both languages, with what failed before it", async ({
  page,
}) => {
  await startAtPayment(page, newEmail());
  const titles = page.locator("title:not(svg *)");
  for (const [path, title] of [
    ["/kasse#/", "Anmeldung | Kasse | Kontor"],
    ["/kasse#/address", "Adresse | Kasse | Kontor"],
    ["/kasse#/payment", "Zahlungsart | Kasse | Kontor"],
    ["/kasse?error=payment_declined#/payment", "Fehler: Zahlungsart | Kasse | Kontor"],
    ["/en/kasse#/address", "Address | Checkout | Kontor"],
    ["/en/kasse?error=payment_declined#/payment", "Error: Payment | Checkout | Kontor"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(titles, path).toHaveCount(1);
  }
  await page.goto("/kasse#/payment");
  await choosePayment(page, /Vorkasse/);
  await expect(page).toHaveTitle("Bestätigung | Kasse | Kontor");
  await page.goBack();
  await expect(page).toHaveTitle("Versand | Kasse | Kontor");
  await page.getByRole("link", { name: "kontor" }).first().click();
  await expect(page).toHaveTitle(messages.meta.title);
});

test("a preview that was opened by pointing or by keyboard closes by Escape, and loses no place", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await openPage(page, "/");
  const link = page.getByRole("banner").getByRole("link", { name: /^Warenkorb, / });
  const preview = page.getByRole("group", { name: "Vorschau des Warenkorbs" });
  await link.hover();
  await expect(preview.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await page.mouse.move(5, 500);
  await link.focus();
  await preview.getByRole("link", { name: "Zur Kasse" }).focus();
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("the ring of what has the focus is seen: on dark ground, around a whole card, and in a picture that is cut", async ({
  page,
}) => {
  await page.goto("/kategorie/notebooks");
  const ringOf = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element: HTMLElement, part) => {
        element.focus({ focusVisible: true } as FocusOptions);
        const { outlineStyle, outlineColor, outlineOffset } = getComputedStyle(element, part);
        return `${outlineStyle} ${outlineColor} ${outlineOffset}`;
      }, pseudo);
  expect(await ringOf("header a[hreflang]")).toBe("solid rgb(255, 255, 255) 2px");
  expect(await ringOf("article h3 a", "::after")).toBe("solid rgb(20, 25, 28) -2px");
  expect(await ringOf("header nav a")).toBe("solid rgb(20, 25, 28) -2px");
  await openNotebook(page);
  expect(await ringOf(".cursor-zoom-in")).toBe("solid rgb(20, 25, 28) -4px");
});

test("round a low dialog the keyboard's place is seen, and buttons that read alike say what each is for", async ({
  page,
}) => {
  await newCustomer(page);
  await page.setViewportSize({ width: 390, height: 300 });
  await page.goto("/kundenkonto/kontaktinformationen/passwort-aendern");
  const shows = page.getByRole("dialog").getByRole("button", { name: "Passwort anzeigen" });
  const fields = ["Aktuelles Passwort", "Neues Passwort", "Neues Passwort wiederholen"];
  for (const [at, field] of fields.entries()) await expect(shows.nth(at)).toHaveAccessibleDescription(field);
  const close = page.getByRole("dialog").getByRole("button", { name: "Schließen" });
  const last = page.getByRole("dialog").getByRole("button", { name: "Abbrechen" });
  await close.focus();
  for (const [key, stop] of [
    ["Shift+Tab", last],
    ["Tab", close],
  ] as const) {
    await page.keyboard.press(key);
    await expect(stop).toBeFocused();
    await expect(stop, "round the dialog").toBeInViewport({ ratio: 1 });
  }
});
