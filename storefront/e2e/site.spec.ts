import { decide, PayPal } from "./support/paypal";
import { addToCart, buy, choosePayment, enterGuest, expect, newEmail, orderNumber, test } from "./support/shop";

const partner = new URL(process.env.KONTOR_E2E_URL ?? "http://localhost:8080");
partner.hostname = "grafik.localhost";

test.use({ baseURL: partner.origin });

test("who pays elsewhere comes back to the partner's shop, to try again and to the order", async ({
  page,
  request,
}) => {
  await PayPal.open(request);
  await page.goto("/kategorie/grafikkarten?verfuegbar[]=1");
  await page.locator("article h3 a").first().click();
  await addToCart(page);
  await enterGuest(page, newEmail());
  await choosePayment(page, /PayPal/);
  await buy(page);
  await decide(page, "cancel");
  await expect(page).toHaveURL(`${partner.origin}/kasse#/payment`);
  await choosePayment(page, /PayPal/);
  await buy(page);
  await decide(page, "approve");
  await orderNumber(page);
  expect(new URL(page.url()).origin).toBe(partner.origin);
  await expect(page.getByRole("banner").getByText("Grafikwerk")).toBeVisible();
});
