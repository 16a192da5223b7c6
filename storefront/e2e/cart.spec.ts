import { addToCart, expect, openNotebook, test } from "./support/shop";

test("quick clicks on plus are one call, 800 ms after the last", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  const calls: { at: number; quantity: number }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cart/quantity/")) {
      calls.push({ at: Date.now(), quantity: (request.postDataJSON() as { quantity: number }).quantity });
    }
  });
  const more = page.getByRole("button", { name: "Anzahl erhöhen" });
  const before = await page.getByRole("definition").last().innerText();
  await more.click();
  await more.click();
  const clicked = Date.now();
  await expect(page.getByRole("definition").last()).not.toHaveText(before);
  expect(calls.map((call) => call.quantity)).toEqual([3]);
  expect((calls[0]?.at ?? 0) - clicked).toBeGreaterThan(600);
});

test("a quantity above the maximum becomes the maximum, and plus goes inactive", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  const field = page.getByRole("textbox", { name: /^Anzahl von/ });
  await field.fill("9999");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Anzahl erhöhen" })).toBeDisabled();
  const max = Number(await field.inputValue());
  expect(max).toBeLessThan(9999);
  await page.reload();
  await expect(field).not.toHaveValue("1");
});

test("removing asks first", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: /entfernen$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Nein" }).click();
  await expect(page.getByRole("heading", { name: "Zusammenfassung" })).toBeVisible();
  await page.getByRole("button", { name: /entfernen$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText("Zur Zeit befinden sich keine Produkte im Warenkorb.")).toBeVisible();
});

test("the popup shows the cart on hovering, and removing there empties the counter", async ({ page }) => {
  const name = await openNotebook(page);
  await addToCart(page);
  const link = page.getByRole("link", { name: "Warenkorb, ein Produkt" });
  await link.hover();
  const popup = page.getByRole("group", { name: "Vorschau des Warenkorbs" });
  await expect(popup.getByText(name.slice(0, 20))).toBeVisible();
  await popup.getByRole("button", { name: /entfernen$/ }).click();
  await expect(page.getByRole("link", { name: "Warenkorb, kein Produkt" })).toBeVisible();
});
