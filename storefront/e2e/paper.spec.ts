import { buy, choosePayment, expect, newEmail, openNotebook, orderNumber, startAtPayment, test } from "./support/shop";

test("on paper stands what is to be read: nothing to press, no rows of other products, and the order once", async ({
  page,
}) => {
  const pressed = page.locator("main").locator("button:visible:not(:has(img)), a.rounded-full:visible");
  await startAtPayment(page, newEmail());
  await choosePayment(page, /^Vorkasse/);
  const voucher = page.locator("[name=voucher]").locator("visible=true");
  await page.setViewportSize({ width: 720, height: 1000 }); // A4 between its margins
  await expect(voucher).not.toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(voucher, "nothing is typed on paper").toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText("Gesamtsumme").locator("visible=true")).toHaveCount(1);
  await page.goto("/warenkorb");
  await expect(page.getByText("Gesamtsumme").locator("visible=true")).toHaveCount(1);
  await expect(page.getByRole("textbox", { name: /^Anzahl von/ })).toBeVisible();
  await expect(pressed.filter({ hasNotText: "Garantieverlängerung" })).toHaveCount(0);
  const warranty = page.getByRole("main").getByRole("listitem").locator("details");
  await expect(warranty, "none is chosen").toBeHidden();
  const product = page.getByRole("main").getByRole("listitem").getByRole("link").first();
  const whole = (await product.getAttribute("title")) ?? "";
  expect(whole.length).toBeGreaterThan(25);
  await expect(product).toHaveText(whole, { useInnerText: true });
  await page.emulateMedia({ media: "screen" });
  await expect(product).toHaveText(/\.\.\.$/, { useInnerText: true });
  await expect(warranty).toBeVisible();
  await openNotebook(page);
  const others = page.getByRole("heading", { name: "Ähnliche Produkte" });
  await expect(others).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(others).toBeHidden();
  await expect(pressed).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Anzahl" }), "how many is not asked on paper").toHaveCount(0);
});

test("on paper the products of a listing and of the wishlist have their whole names", async ({ page }) => {
  await page.goto("/kategorie/notebooks?verfuegbar[]=1");
  const names = page.getByRole("main").locator("article h3");
  await page.emulateMedia({ media: "print" });
  const cut = names.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2).length);
  expect(await names.count()).toBeGreaterThan(10);
  expect(await cut).toBe(0);
  const name = (await names.first().innerText()).replaceAll("\u00a0", " ");
  expect(name.length).toBeGreaterThan(25);
  await expect(page.getByRole("complementary", { name: "Filter" })).toBeHidden();
  await expect(page.getByRole("main").getByRole("combobox")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByRole("complementary", { name: "Filter" })).toBeVisible();
  await page
    .getByRole("button", { name: /auf den Merkzettel setzen$/ })
    .first()
    .click();
  await page.locator("main article [data-action=delete]").waitFor();
  await page.goto("/merkzettel");
  await expect(page.getByRole("main").locator("article h3")).toHaveText(/\.\.\.$/);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("main").locator("li")).toContainText(name, { useInnerText: true });
  await expect(page.getByRole("main").locator("article h3")).toBeHidden();
});

test("on paper an order is what was ordered, with no form and no offer", async ({ page }) => {
  await startAtPayment(page, newEmail());
  await choosePayment(page, /^Vorkasse/);
  await buy(page);
  const number = await orderNumber(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("main").locator("input:visible, form:visible")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Kundenkonto anlegen" })).toBeHidden();
  await expect(page.getByText("Verwendungszweck")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await page.getByRole("button", { name: "Kundenkonto anlegen" }).click();
  await page.getByRole("main").getByRole("link", { name: "Zu deinen Bestellungen" }).click();
  await page.getByRole("button", { name: /^Details der Bestellung/ }).click();
  const offer = page.getByText("Legt alles noch einmal in den Warenkorb");
  await expect(offer).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(offer).toBeHidden();
  await expect(page.getByText("Rechnungsadresse")).toBeVisible();
  await page.goto(`/kundenkonto/bestellungen/${number}`);
  await expect(page.getByText("Rechnungsadresse")).toBeVisible();
  const sheets = await page.pdf({ format: "A4", margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" } });
  expect(sheets.toString("latin1").match(/\/Type\s*\/Page\b/g), "one sheet").toHaveLength(1);
});
