import { choosePayment, expect, newEmail, openNotebook, startAtPayment, test } from "./support/shop";

test("on paper stands what is to be read: nothing to press, no rows of other products, and the order once", async ({
  page,
}) => {
  const pressed = page.locator("main").locator("button:visible:not(:has(img)), a.rounded-full:visible");
  await startAtPayment(page, newEmail());
  await choosePayment(page, /^Vorkasse/);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Gesamtsumme").locator("visible=true")).toHaveCount(1);
  await page.goto("/warenkorb");
  await expect(page.getByText("Gesamtsumme").locator("visible=true")).toHaveCount(1);
  await expect(pressed.filter({ hasNotText: "Garantieverlängerung" })).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await openNotebook(page);
  const others = page.getByRole("heading", { name: "Ähnliche Produkte" });
  await expect(others).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(others).toBeHidden();
  await expect(pressed).toHaveCount(0);
});
