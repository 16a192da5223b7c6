import type { Locator, Page, Route } from "@playwright/test";
import messages from "../messages/de.json" with { type: "json" };
import { becomeCustomer } from "./support/account";
import {
  addToCart,
  choosePayment,
  continueButton,
  expect,
  fillGuest,
  newEmail,
  openNotebook,
  openPage,
  orderNumber,
  startAtPayment,
  test,
} from "./support/shop";

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
const pressTwice = (within: Page | Locator, name: string) =>
  within
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

const { address } = messages.checkout;
const { restock } = messages.product;
const { privacy } = messages.account;

for (const { what, call, answer, open, button, send, fields, told } of [
  {
    what: "a restock alert",
    call: "**/api/restock/ask",
    answer: { confirm: true },
    open: async (page: Page) => {
      await openPage(page, "/produkte/SW-100006"); // sold out in the demo's catalogue
      await page.locator("article h3 a").first().click();
      await expect(page).toHaveURL(/\/produkt\//);
    },
    button: restock.ask,
    send: restock.submit,
    fields: [[restock.email, "kim@example.com"]],
    told: restock.confirm,
  },
  {
    what: "a review",
    call: "**/api/review/add",
    answer: { error: "", blockedUntil: 0 },
    open: openNotebook,
    button: messages.review.write,
    send: messages.review.submit,
    fields: [
      [messages.review.headline, "Leise"],
      [messages.review.text, "Auch unter Last ist es kaum zu hören."],
      [messages.review.author, "Kim"],
    ],
    told: messages.review.sent,
  },
  {
    what: "the end of an account",
    call: "**/api/account/delete",
    answer: { successful: false, error: "account_password_invalid", errors: [], errorFields: [] },
    open: async (page: Page) => {
      await becomeCustomer(page);
      await page.goto("/kundenkonto/kontaktinformationen");
    },
    button: privacy.delete,
    send: privacy.deleteNow,
    fields: [[privacy.password, "Zug7Berg"]],
    told: messages.errors.account_password_invalid,
  },
])
  test(`${what} is sent once, though its dialog is closed meanwhile and opened again, and what came of it is told`, async ({
    page,
  }) => {
    let sent = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(call, async (route) => {
      sent += 1;
      await held;
      await route.fulfill({ json: answer });
    });
    await open(page);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: button }).first().click();
    await expect(dialog).toBeVisible();
    for (const star of await dialog.getByRole("radio").all()) await star.check({ force: true });
    for (const [label = "", text = ""] of fields) await dialog.getByLabel(label, { exact: true }).fill(text);
    await pressTwice(dialog, send);
    await expect.poll(() => sent).toBe(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: button }).first().click();
    await expect(dialog.locator("input:not([type=radio])").first()).not.toBeEditable();
    await pressTwice(dialog, send);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    letGo();
    await expect(page.getByText(told)).toBeVisible();
    expect(sent).toBe(1);
  });

test("what is saved takes nothing more, by key or pointer: it would be lost with the answer", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await fillGuest(page, newEmail());
  const saved = await hold(page, "**/api/account/registerguest");
  const street = page.getByLabel(address.street, { exact: true });
  await street.press("Enter");
  await expect.poll(saved.come).toBe(1);
  await expect(street).toBeFocused();
  await page.keyboard.type("xyz");
  await expect(street).toHaveValue("Speicherstraße");
  const country = page.getByLabel(address.country);
  const before = await country.inputValue();
  await country.focus();
  await page.keyboard.press("ArrowDown");
  await expect(country).toHaveValue(before);
  const different = page.getByRole("radio", { name: address.different });
  await different.focus();
  await page.keyboard.press("Space");
  const box = await page.getByText(address.different).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await expect(different).not.toBeChecked();
  await saved.letGo();
  await expect(page).toHaveURL(/#\/payment$/);
});

test("an address that cannot be saved can be changed again, and is told where its step was left meanwhile", async ({
  page,
}) => {
  await openNotebook(page);
  await addToCart(page);
  await fillGuest(page, newEmail());
  let fail = () => {};
  const held = new Promise<void>((resolve) => (fail = resolve));
  await page.route("**/api/account/registerguest", async (route) => {
    await held;
    await route.abort();
  });
  const street = page.getByLabel(address.street, { exact: true });
  await continueButton(page).click();
  await expect(street).not.toBeEditable();
  await page.goBack();
  await expect(page).toHaveURL(/#\/(login)?$/);
  fail();
  await expect(page.getByText(messages.errors.network)).toBeVisible();
  await page.unrouteAll();
  await page.goForward();
  await street.fill("Kehrwieder");
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
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
