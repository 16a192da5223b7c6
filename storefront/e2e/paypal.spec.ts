import type { Page } from "@playwright/test";
import { expectNoMail, expectOneMail } from "./support/mail";
import { decide, PayPal } from "./support/paypal";
import { simulated } from "./support/provider";
import { buy, choosePayment, expect, newEmail, orderNumber, startAtPayment, test } from "./support/shop";

const underWay = "Deine Zahlung mit „PayPal“ ist noch nicht abgeschlossen.";

/** Buys a notebook as a guest up to PayPal's page. */
async function toPayPal(page: Page, email: string): Promise<void> {
  await startAtPayment(page, email);
  await choosePayment(page, /PayPal/);
  await buy(page);
}

/** The same, and sees that page: nothing is decided there. */
async function openPayPal(page: Page, email: string): Promise<void> {
  await toPayPal(page, email);
  await expect(page.getByText("Simulator, es fließt kein Geld")).toBeVisible({ timeout: 30_000 });
}

test("approved: one order, one charge, one mail", async ({ page, request }) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await toPayPal(page, email);
  await decide(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(1);
});

test("declined: back at the payment with the reason, and another method buys", async ({ page, request }) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await toPayPal(page, email);
  await decide(page, "decline");
  await expect(page).toHaveURL(/\/kasse#\/payment$/, { timeout: 30_000 });
  await expect(page.getByText("Die Zahlung wurde abgelehnt.")).toBeVisible();
  await expectNoMail(request, email);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(0);
});

test("cancelled: back at the payment with the cart as it was", async ({ page, request }) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await toPayPal(page, email);
  await decide(page, "cancel");
  await expect(page).toHaveURL(/\/kasse#\/payment$/, { timeout: 30_000 });
  const told = page.getByText("Du hast die Zahlung abgebrochen.");
  await expect(told).toBeVisible();
  await expectNoMail(request, email);
  expect(await paypal.charges()).toBe(0);
  await choosePayment(page, /PayPal/);
  await expect(told, "who tries the same way again has read it").toHaveCount(0);
  await page.goto("/warenkorb");
  await expect(page.getByRole("heading", { name: "Zusammenfassung" })).toBeVisible();
});

test("abandoned: nothing is charged, and the customer can still buy", async ({ page, request }) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await openPayPal(page, email);
  await page.goto("/warenkorb");
  await expect(page.getByText("Für diesen Warenkorb ist eine Zahlung noch nicht abgeschlossen.")).toBeVisible();
  await page.goto("/kasse#/payment");
  await expect(page.getByText(underWay)).toBeVisible();
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByText(underWay)).toHaveCount(0);
  await buy(page);
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(0);
});

test("left, and gone on with from the checkout in another tab: one order, which every tab shows", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await openPayPal(page, email);
  const [other, watching] = [await page.context().newPage(), await page.context().newPage()];
  for (const tab of [other, watching]) {
    await tab.goto("/kasse#/confirmation");
    await expect(tab.getByText(underWay)).toBeVisible();
  }
  await watching.getByRole("button", { name: "Andere Zahlungsart wählen" }).click();
  await expect(watching).toHaveURL(/#\/payment$/);
  await expect(watching.getByText(underWay), "nothing is changed yet").toBeVisible();
  await other.getByRole("link", { name: "Zahlung fortsetzen" }).click();
  await expect(other).toHaveURL(page.url());
  await decide(other, "approve");
  const order = await orderNumber(other);
  expect(await orderNumber(watching)).toBe(order);
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(1);
});

test("approved late, in a tab left open: the order that was placed meanwhile, and nothing is charged", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await openPayPal(page, email);
  const other = await page.context().newPage();
  await other.goto("/kasse#/payment");
  await choosePayment(other, /Vorkasse/);
  await buy(other);
  const order = await orderNumber(other);
  await decide(page, "approve");
  expect(await orderNumber(page)).toBe(order);
  await expect(
    page.getByText("Diese Bestellung hattest du schon mit der Zahlungsart Vorkasse aufgegeben."),
  ).toBeVisible();
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(0);
});

test("approved late while nothing is ordered: the payment step says what became of it", async ({ page, request }) => {
  const paypal = await PayPal.open(request);
  await openPayPal(page, newEmail());
  const other = await page.context().newPage();
  await other.goto("/kasse#/payment");
  await choosePayment(other, /Vorkasse/);
  await decide(page, "approve");
  await expect(page).toHaveURL(/\/kasse#\/payment$/);
  await expect(page.getByText("Diese Zahlung zählt nicht mehr")).toBeVisible();
  expect(await paypal.charges()).toBe(0);
  await page.reload();
  await expect(page.getByRole("radio").first()).toBeAttached();
  await expect(page.getByText("Diese Zahlung zählt nicht mehr")).toHaveCount(0);
});

test("webhook before the return: one order, one charge, one mail", async ({ page, request }) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  await paypal.rule({ op: "webhook", effect: "before_return", times: 1 });
  await toPayPal(page, email);
  await decide(page, "approve");
  await orderNumber(page);
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(1);
});

test("return opened twice: the same order, read only", async ({ page, request }) => {
  const email = newEmail();
  const paypal = await PayPal.open(request);
  const returned = page.waitForRequest((one) => one.url().includes("/kasse/zahlung/"), { timeout: 60_000 });
  await toPayPal(page, email);
  await decide(page, "approve");
  const order = await orderNumber(page);
  await page.goto((await returned).url());
  expect(await orderNumber(page)).toBe(order);
  await expectOneMail(request, email);
  expect(await paypal.charges()).toBe(1);
});

// Browsers may show a page as it was left, with nothing loaded: its scripts get an event, and tests can only send that.
test("who comes back to a page as it was left finds it alive", async ({ page }) => {
  const away = simulated("paypal/**");
  await page.route(away, (route) => route.fulfill({ status: 204 })); // the browser stays where it is
  const comeBack = () =>
    page.evaluate(() => {
      setTimeout(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    });
  await startAtPayment(page, newEmail());
  await choosePayment(page, /PayPal/);
  const left = page.waitForRequest(away);
  await buy(page);
  await left;
  const veil = page.getByText("Deine Daten werden übermittelt.");
  await expect(veil).toBeVisible();
  await comeBack();
  await expect(veil).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Jetzt kaufen" }).first()).toHaveAttribute("aria-busy", "false");

  await page.goto("/warenkorb");
  const express = page.getByRole("button", { name: "Direkt zu PayPal" });
  const leftAgain = page.waitForRequest(away);
  await express.click();
  await leftAgain;
  await expect(express, "it says that it is busy").toHaveCount(0);
  await comeBack();
  await expect(express).toHaveAttribute("aria-busy", "false");
});
