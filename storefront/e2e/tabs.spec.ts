import { becomeCustomer, registerCustomer } from "./support/account";
import {
  addToCart,
  buy,
  choosePayment,
  continueButton,
  expect,
  newEmail,
  openNotebook,
  orderNumber,
  putNotebook,
  startAtPayment,
  test,
} from "./support/shop";

test("an order empties the cart of every tab", async ({ page, context }) => {
  await startAtPayment(page, newEmail());
  const other = await context.newPage();
  await other.goto("/warenkorb");
  await expect(other.getByRole("heading", { name: "Zusammenfassung" })).toBeVisible();
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  await orderNumber(page);
  await expect(other.getByText("Zur Zeit befinden sich keine Produkte im Warenkorb.")).toBeVisible();
});

test("two tabs agree: what one changes the other shows at once, and so it does who is logged in", async ({
  page,
  context,
}) => {
  await openNotebook(page);
  await addToCart(page);
  const other = await context.newPage();
  const settled = other.waitForResponse((response) => response.url().endsWith("/api/header_data"));
  await other.goto("/warenkorb");
  await settled;
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await expect(other.getByRole("textbox", { name: /^Anzahl von/ })).toHaveValue("2");
  await expect(other.getByRole("link", { name: "Warenkorb, 2 Produkte" })).toBeVisible();
  const total = page.getByRole("definition").last();
  await expect(other.getByRole("definition").last()).toHaveText(await total.innerText());

  await other.getByRole("button", { name: /entfernen$/ }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText("Zur Zeit befinden sich keine Produkte im Warenkorb.")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Anmelden", exact: true })).toBeVisible();
  await registerCustomer(other, newEmail());
  await expect(page.getByRole("banner").getByRole("link", { name: "Mein Konto", exact: true })).toBeVisible();
});

test("a customer who logs out in one tab leaves nothing in another: not in the checkout, not of the order", async ({
  page,
  context,
}) => {
  const email = await becomeCustomer(page);
  const checkout = await context.newPage();
  for (const tab of [page, checkout]) {
    await putNotebook(tab);
    await tab.goto("/kasse#/address");
    await expect(tab.getByText("Speicherstraße 12")).toBeVisible();
    await continueButton(tab).click();
    await choosePayment(tab, /Vorkasse/);
    await expect(tab.getByText(email)).toBeVisible();
    if (tab === page) await buy(page);
    if (tab === page) await orderNumber(page);
  }
  await expect(page.getByText(email)).toBeVisible();

  const account = await context.newPage();
  await account.goto("/kundenkonto");
  await account.getByRole("button", { name: "Abmelden" }).click();
  await expect(checkout.getByText("Dein Warenkorb ist leer")).toBeVisible();
  await expect(page.getByText("Diese Bestellung können wir hier nicht anzeigen")).toBeVisible();
  for (const tab of [page, checkout]) {
    await expect(tab.getByText(email)).toHaveCount(0);
    await expect(tab.getByText("Speicherstraße")).toHaveCount(0);
  }
});
