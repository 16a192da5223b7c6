import { addToCart, expect, newEmail, openNotebook, startAtPayment, test } from "./support/shop";

const gone = [
  { id: 999_999_998, name: "Altwerk 14" },
  { id: 999_999_999, name: "Altwerk 15" },
];

for (const [path, told, read] of [
  ["/warenkorb", "Altwerk 14 und Altwerk 15", "Verstanden"],
  ["/en/warenkorb", "Altwerk 14 and Altwerk 15", "Got it"],
] as const) {
  test(`what was in the cart and is no longer sold is told until it was read: ${path}`, async ({ page }) => {
    const name = await openNotebook(page);
    await addToCart(page);
    const left = new Set(gone.map(({ id }) => id));
    const removed: number[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/cart/remove/")) return;
      const { id } = request.postDataJSON() as { id: number };
      removed.push(id);
      left.delete(id);
    });
    await page.route("**/api/cart", async (route) => {
      const cart = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...cart, productsGone: gone.filter(({ id }) => left.has(id)) } });
    });
    await page.goto(path);
    const notice = page.getByRole("main").getByRole("status").filter({ hasText: told });
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: read }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect(notice).toHaveCount(0);
    expect(removed).toEqual(gone.map(({ id }) => id));
    await expect(page.getByText(name.slice(0, 20)).first()).toBeVisible(); // which the cart cuts
  });
}

for (const [path, told, read] of [
  ["/warenkorb", "jetzt 1.234,00 € statt", "Verstanden"],
  ["/en/warenkorb", "now €1,234.00 instead of", "Got it"],
] as const) {
  test(`a price that changes while its product is in the cart is told until it was read: ${path}`, async ({ page }) => {
    const name = await openNotebook(page);
    await addToCart(page);
    await page.goto(path);
    await expect(page.getByText(name.slice(0, 20)).first()).toBeVisible();
    await page.route("**/api/cart", async (route) => {
      const cart = (await (await route.fetch()).json()) as { products: { price: { minor: number } }[] };
      for (const product of cart.products) product.price.minor = 123_400;
      await route.fulfill({ json: cart });
    });
    const notice = page.getByRole("main").getByRole("status").filter({ hasText: told });
    for (let visit = 0; visit < 2; visit++) {
      await page.reload();
      await expect(notice).toContainText(name);
    }
    await notice.getByRole("button", { name: read }).click();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(name.slice(0, 20)).first()).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
}

test("the checkout names what is no longer sold, until it was read", async ({ page }) => {
  const [one] = gone;
  let left = true;
  page.on("request", (sent) => {
    if (sent.url().endsWith("/cart/remove/")) left = false;
  });
  await page.route("**/api/checkout/init", async (route) => {
    const view = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...view, productsGone: left ? [one] : [] } });
  });
  await startAtPayment(page, newEmail());
  const notice = page.getByRole("main").getByRole("status").filter({ hasText: "Altwerk 14" });
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Verstanden" }).click();
  await expect(notice).toHaveCount(0);
  expect(left).toBe(false);
});
