import AxeBuilder from "@axe-core/playwright";
import { expect, openNotebook, test } from "./support/shop";

test("a visitor writes a review by keyboard, is told what is missing, and rests after it", async ({ page }) => {
  const name = await openNotebook(page);
  const write = page.getByRole("button", { name: "Bewertung schreiben" });
  await write.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Bewertung schreiben" });
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await dialog.getByRole("button", { name: "Absenden" }).click();
  await expect(dialog.getByText("Bitte wähle etwas aus.")).toBeVisible();
  await dialog.getByRole("radio", { name: "1 Stern", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "2 Sterne" })).toBeChecked();
  await dialog.getByLabel("Überschrift").fill("Leise");
  await dialog.getByLabel("Dein Text").fill("Zu kurz.");
  await expect(dialog.getByText("Bitte gib mindestens 20 Zeichen ein.")).toBeVisible();
  await dialog.getByLabel("Dein Text").fill("Auch unter Last ist es kaum zu hören.");
  await dialog.getByLabel("Dein Name").fill("Kim");
  await dialog.getByRole("button", { name: "Absenden" }).click();
  await expect(dialog.getByText("Vielen Dank für deine Bewertung!")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(write).toBeFocused();
  await expect(page.getByText("Leise", { exact: true })).toBeHidden(); // not before somebody has read it

  await page.reload();
  await page.getByRole("button", { name: "Bewertung schreiben" }).click();
  await expect(dialog.getByText("Du hast gerade erst etwas abgeschickt.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Absenden" })).toBeDisabled();
});

test("a product page tells search engines what it sells, and names its languages", async ({ page }) => {
  const name = await openNotebook(page);
  await page.reload();
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const product = data.map((text) => JSON.parse(text)).find((one) => one["@type"] === "Product");
  expect(product).toMatchObject({ name, offers: { priceCurrency: "EUR" } });
  await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveAttribute("href", /\/en\/produkt\//);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", page.url());
});
