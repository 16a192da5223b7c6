import messages from "../messages/de.json" with { type: "json" };
import { addToCart, expect, openNotebook, openPage, startAtPayment, newEmail, test } from "./support/shop";
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
  await says("category");
  await openNotebook(page);
  await says("product");
  await page.goto("/kundenkonto/registrieren");
  await expect(page.getByLabel("Vorname")).toBeVisible();
  await says("register");
  await page.goto("/widerruf");
  await page.getByRole("radio", { name: messages.withdrawal.part }).check({ force: true });
  await page.getByRole("button", { name: messages.withdrawal.add }).click();
  await expect(page.getByRole("group", { name: "Artikel 2" })).toBeVisible();
  await startAtPayment(page, newEmail());
  await page.goto("/kasse#/address");
  await expect(page.getByLabel("Vorname")).toBeVisible();
  await says("address");
});

test("a quantity that was stepped is told, and of all that a form lacks the first alone", async ({ page }) => {
  await openNotebook(page);
  await page.getByRole("button", { name: "Anzahl erhöhen" }).press("Enter");
  await expect(page.locator("[data-quantity] output")).toHaveText("2");
  await page.goto("/kundenkonto/registrieren");
  await page.getByRole("main").getByRole("button", { name: messages.account.register.submit }).click();
  const email = page.getByRole("main").getByLabel("E-Mail-Adresse");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/./);
  await expect(page.locator("main form p.text-bad[aria-live]:not(:empty)"), "all at once").toHaveCount(0);
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
