import { choosePayment, expect, newEmail, startAtPayment, test } from "./support/shop";

type Sold = {
  products: { id: number; name: string; price: { minor: number } }[];
  soldOutProductIds?: number[];
};

test("what is sold out or costs something else at the last step is named, in both languages", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  for (const [prefix, start, costs, buys] of [
    ["", "Gerade ausverkauft oder nicht in der gewünschten Menge verfügbar: ", /: jetzt .+ statt .+$/, "Jetzt kaufen"],
    ["/en", "Sold out or not available in the quantity you want: ", /: now .+ instead of .+$/, "Buy now"],
  ] as const) {
    await page.goto(`${prefix}/kasse#/confirmation`);
    const view = (await (await page.request.get("/api/checkout/view")).json()) as Sold;
    const product = view.products[0] as Sold["products"][number];
    const refuse = (reason: string, checkout: Sold) =>
      page.route(
        "**/api/checkout/process",
        (route) => route.fulfill({ status: 409, json: { error: { code: "conflict", reason }, checkout } }),
        { times: 1 },
      );
    const buyNow = () => page.getByRole("button", { name: buys }).locator("visible=true").first().click();
    await refuse("product_sold_out", { ...view, soldOutProductIds: [product.id] });
    await buyNow();
    await expect(page.getByText(`${start}${product.name}.`)).toBeInViewport();
    const price = { ...product.price, minor: product.price.minor + 1000 };
    await refuse("checkout_total_changed", { ...view, products: [{ ...product, price }] });
    await buyNow();
    await expect(page.getByRole("listitem").filter({ hasText: costs })).toContainText(product.name);
  }
});
