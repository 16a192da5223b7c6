import type { Page, Route } from "@playwright/test";
import { choosePayment, expect, newEmail, openPage, orderNumber, startAtPayment, test } from "./support/shop";

/** Holds the calls of a path until they are let go, and says how many have come. */
async function hold(page: Page, path: string) {
  const held: Route[] = [];
  let open = false;
  await page.route(path, (route) => (open ? route.continue() : void held.push(route)));
  return {
    come: () => held.length,
    letGo: () => {
      open = true;
      return Promise.all(held.map((route) => route.continue()));
    },
  };
}

/** Presses a button twice before the page can show that it was pressed. */
const pressTwice = (page: Page, name: string) =>
  page
    .getByRole("button", { name, exact: true })
    .locator("visible=true")
    .first()
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });

test("a form that is sent twice in haste is sent once", async ({ page }) => {
  await openPage(page, "/newsletter/abmelden");
  const sent = await hold(page, "**/api/newsletter/unsubscribe/request");
  await page.getByRole("main").getByLabel("E-Mail-Adresse").fill(newEmail());
  await pressTwice(page, "Link anfordern");
  await expect.poll(sent.come).toBe(1);
  await sent.letGo();
  await expect(page.getByRole("main").getByRole("status").filter({ visible: true }).first()).toBeVisible();
  expect(sent.come()).toBe(1);
});

test("an order that was placed while the customer went back a step is one order, and is followed", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /Vorkasse/);
  await expect(page.getByRole("button", { name: "Jetzt kaufen" }).first()).toBeVisible();
  const bought = await hold(page, "**/checkout/process");
  await pressTwice(page, "Jetzt kaufen");
  await expect.poll(bought.come).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(/#\/(shipping|payment)$/);
  await page.goForward();
  await expect(page).toHaveURL(/#\/confirmation$/);
  await pressTwice(page, "Jetzt kaufen");
  await page.goBack();
  await expect(page).toHaveURL(/#\/(shipping|payment)$/);
  await bought.letGo();
  await orderNumber(page);
  expect(bought.come()).toBe(1);
});

test("a long filter that cannot be completed says so, and is completed when somebody tries again", async ({ page }) => {
  let lost = true;
  await page.route("**/category/filters/get", (route) => (lost ? route.abort() : route.continue()));
  await openPage(page, "/kategorie/grafikkarten");
  const panel = page.getByRole("complementary", { name: "Filter", exact: true });
  await panel.getByRole("button", { name: "Grafikkarte", exact: true }).click();
  const list = panel.getByRole("group", { name: "Grafikkarte", exact: true });
  const told = list.getByRole("alert").filter({ hasText: "noch nicht alle Optionen" });
  await expect(told).toBeVisible();
  await expect(list.locator("label")).toHaveCount(40);
  lost = false;
  await told.getByRole("button", { name: "Erneut versuchen" }).press("Enter");
  await expect(told).toBeHidden();
  await expect.poll(() => list.locator("label").count()).toBeGreaterThan(40);
  await expect(list).toBeFocused();
});
