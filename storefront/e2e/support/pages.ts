import { expect, type Page } from "@playwright/test";
import { checkedPages } from "../../src/lib/accessibility/coverage";
import { addToCart, buy, choosePayment, enterGuest, newEmail, openNotebook, orderNumber } from "./shop";

/** Visits every page of the shop in turn, each settled, and hands it to see with its name. */
export async function visitAll(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const seen: string[] = [];
  const see = async (name: string) => {
    seen.push(name);
    await look(name);
  };
  const visit = async (name: string, path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await see(name);
  };
  await visit("home", "/");
  await visit("home-english", "/en");
  await visit("category", "/kategorie/notebooks");
  await visit("search", "/produkte/monitor");
  await visit("imprint", "/infocenter/section/imprint");
  await visit("accessibility", "/infocenter/section/accessibility");
  await visit("withdrawal", "/widerruf");
  await visit("not-found", "/gibt-es-nicht");
  await visit("cart-empty", "/warenkorb");
  await visit("wishlist-empty", "/merkzettel");
  await visit("comparison-empty", "/vergleich");
  await openNotebook(page);
  await page.waitForLoadState("networkidle");
  await see("product");
  await addToCart(page);
  await visit("cart", "/warenkorb");
  await visit("checkout-login", "/kasse");
  await enterGuest(page, newEmail());
  await see("checkout-payment");
  await visit("checkout-address", "/kasse#/address");
  await page.goto("/kasse#/payment");
  await choosePayment(page, /Vorkasse/);
  await see("checkout-confirmation");
  await page.goto("/kasse#/shipping");
  await expect(page.getByRole("radio").first()).toBeAttached();
  await see("checkout-shipping");
  await page.goto("/kasse#/confirmation");
  await buy(page);
  await orderNumber(page);
  await see("success");
  expect(seen, "the accessibility statement says what is visited here").toEqual([...checkedPages]);
}
