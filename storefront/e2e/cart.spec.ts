import { newCustomer } from "./support/account";
import { addToCart, expect, openFound, openNotebook, test } from "./support/shop";

test("quick clicks on plus are one call, 800 ms after the last", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.clock.install();
  await page.goto("/warenkorb");
  const more = page.getByRole("button", { name: "Anzahl erhöhen" });
  await expect(more).toBeVisible();
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/cart/quantity/")) sent.push((request.postDataJSON() as { quantity: number }).quantity);
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await more.click();
  await page.clock.runFor(500);
  await more.click();
  await page.clock.runFor(700);
  expect(sent).toEqual([]);
  await page.clock.runFor(150);
  await expect.poll(() => sent).toEqual([3]);
  await page.clock.resume();
  await expect(page.getByRole("link", { name: "Warenkorb, 3 Produkte" })).toBeVisible();
});

test("a quantity that is taken back while it is on its way is taken back", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  const field = page.getByRole("textbox", { name: /^Anzahl von/ });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const sent: number[] = [];
  await page.route("**/cart/quantity/", async (route) => {
    sent.push((route.request().postDataJSON() as { quantity: number }).quantity);
    if (sent.length === 1) await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await expect.poll(() => sent).toEqual([2]);
  await page.getByRole("button", { name: "Anzahl verringern" }).click();
  await expect(field).toHaveValue("1");
  const first = page.waitForResponse("**/cart/quantity/");
  release();
  await first;
  await expect.poll(() => sent).toEqual([2, 1]);
  await expect(page.getByRole("link", { name: "Warenkorb, ein Produkt" })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue("1");
});

test("a quantity above the maximum becomes the maximum, and plus goes inactive", async ({ page }) => {
  await openFound(page, "Monitor"); // of which no other test buys
  await addToCart(page);
  await page.goto("/warenkorb");
  const field = page.getByRole("textbox", { name: /^Anzahl von/ });
  const answered = page.waitForResponse((response) => response.url().endsWith("/cart/quantity/"));
  await field.fill("9999");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Anzahl erhöhen" })).toBeDisabled();
  await expect(field).toBeFocused();
  const max = await field.inputValue();
  expect(Number(max)).toBeLessThan(9999);
  await expect(page.getByText(`Von diesem Produkt kannst du höchstens ${max} Stück bestellen.`)).toBeVisible();
  expect((await answered).ok()).toBe(true);
  await page.reload();
  await expect(field).toHaveValue(max);
});

test("a line of which less is left than it holds says so, and one of which none is left can only be removed", async ({
  page,
}) => {
  await openNotebook(page);
  await addToCart(page);
  let left = 2;
  await page.route("**/api/cart", async (route) => {
    const cart = (await (await route.fetch()).json()) as { products: object[] };
    const products = cart.products.map((line) => ({ ...line, quantity: 3, maxQuantity: left, available: left > 0 }));
    await route.fulfill({ json: { ...cart, products } });
  });
  await page.goto("/warenkorb");
  await expect(page.getByRole("alert").getByText("höchstens 2 Stück")).toBeVisible();
  await expect(page.getByRole("button", { name: "Anzahl erhöhen" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Anzahl verringern" })).toBeEnabled();
  left = 0;
  await page.reload();
  await expect(page.getByText("Derzeit nicht lieferbar")).toBeVisible();
  for (const name of ["Anzahl erhöhen", "Anzahl verringern"])
    await expect(page.getByRole("button", { name })).toBeDisabled();
  await expect(page.getByText("höchstens")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /entfernen$/ })).toBeEnabled();
});

test("removing asks first", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: /entfernen$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Nein" }).click();
  await expect(page.getByRole("heading", { name: "Zusammenfassung" })).toBeVisible();
  await page.getByRole("button", { name: /entfernen$/ }).click();
  const template = page.waitForResponse((response) => response.url().endsWith("/cart/get-empty-cart-template/"));
  await page.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
  expect((await template).ok()).toBe(true);
  await expect(page.getByRole("heading", { level: 1, name: "Dein Warenkorb ist leer" })).toBeVisible();
  await expect(page.locator(":focus")).toContainText("Dein Warenkorb ist leer");
  await expect(page.getByText("Zur Zeit befinden sich keine Produkte im Warenkorb.")).toBeVisible();
  await page.route("**/cart/get-empty-cart-template/", (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await expect(page.getByText("Zur Zeit befinden sich keine Produkte im Warenkorb.")).toBeVisible();
});

test("a change for which the log-in is too old asks for the password first, and then is made", async ({ page }) => {
  const email = await newCustomer(page);
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  const sent: number[] = [];
  await page.route("**/cart/quantity/", (route) => {
    sent.push((route.request().postDataJSON() as { quantity: number }).quantity);
    if (sent.length > 2) return route.continue();
    return route.fulfill({ status: 401, json: { error: { code: "unauthenticated", reason: "full_login_required" } } });
  });
  const more = page.getByRole("button", { name: "Anzahl erhöhen" });
  const question = page.getByRole("dialog");
  await more.click();
  await expect(question.getByLabel("Passwort", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: /^Anzahl von/ })).toHaveValue("1");
  expect(sent).toEqual([2]);
  await more.click();
  await question.getByLabel("E-Mail-Adresse").fill(email);
  await question.getByLabel("Passwort", { exact: true }).fill("Zug7Berg");
  await question.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(page.getByRole("link", { name: "Warenkorb, 2 Produkte" })).toBeVisible();
  await expect(question).toBeHidden();
  expect(sent).toEqual([2, 2, 2]);
});

test("the popup shows the cart on hovering, and removing there empties the counter", async ({ page }) => {
  const name = await openNotebook(page);
  await addToCart(page);
  const link = page.getByRole("link", { name: "Warenkorb, ein Produkt" });
  await link.hover();
  const popup = page.getByRole("group", { name: "Vorschau des Warenkorbs" });
  await expect(popup.getByText(name.slice(0, 20))).toBeVisible();
  await popup.getByRole("button", { name: /entfernen$/ }).click();
  await expect(page.getByRole("link", { name: "Warenkorb, kein Produkt" })).toBeFocused();
});

test("a lost network covers the page with a message, a refusal says what did not work", async ({ page }) => {
  await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  const more = page.getByRole("button", { name: "Anzahl erhöhen" });
  await expect(more).toBeVisible();
  await page.route("**/cart/quantity/", (route) => route.abort("connectionfailed"));
  await more.click();
  const overlay = page.getByRole("alertdialog");
  await expect(overlay).toContainText(
    "Es ist ein unerwarteter Fehler aufgetreten, bitte versuche es jetzt oder später erneut.",
  );
  await page.keyboard.press("Escape");
  await expect(overlay).toBeHidden();
  await page.unroute("**/cart/quantity/");
  const told = page.waitForRequest((request) => request.url().endsWith("/api/monitor/error"));
  await page.route("**/cart/quantity/", (route) =>
    route.fulfill({ status: 500, json: { error: { code: "internal", reason: "internal" } } }),
  );
  await more.click();
  await expect(
    page.getByText("Die Anzahl kann gerade aufgrund technischer Schwierigkeiten nicht geändert"),
  ).toBeVisible();
  await expect(overlay).toBeHidden();
  expect(((await told).postDataJSON() as { message: string }).message).toContain("cart failed: 500");
});

test("a network that is gone while a question is open is told, and what was asked for is not done later", async ({
  page,
  context,
}) => {
  const name = await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: /entfernen$/ }).click();
  await context.setOffline(true);
  await page.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Es ist ein unerwarteter Fehler aufgetreten");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await page.getByRole("alertdialog").getByRole("button", { name: "Schließen" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: `${name} entfernen` })).toBeVisible();
  expect(sent).not.toContain("/cart/remove/");
});

test("a line's heart and its warranty are kept, and on a phone a bar repeats the sum while the button is away", async ({
  page,
}) => {
  const name = await openNotebook(page);
  await addToCart(page);
  await page.goto("/warenkorb");
  await page.getByRole("button", { name: `${name} auf den Merkzettel setzen` }).click();
  await expect(page.getByRole("link", { name: "Merkzettel, ein Produkt" })).toBeVisible();
  const warranties = page.locator("details").filter({ hasText: "Garantieverlängerung" });
  await warranties.locator("summary").click();
  const total = page.getByRole("definition").last();
  const before = await total.innerText();
  await warranties.getByRole("radio").nth(1).check({ force: true }); // at once, however slow the shop's answer is
  await expect(total).not.toHaveText(before);
  await page.reload();
  await expect(warranties.getByRole("radio").nth(1)).toBeChecked();
  await warranties.getByRole("radio").nth(1).focus();
  await page.keyboard.press("ArrowUp");
  await expect(total).toHaveText(before);
  await expect(warranties.getByRole("radio").first(), "which is not folded away with the focus").toBeFocused();
  await expect(page.getByRole("button", { name: `${name} vom Merkzettel entfernen` })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 600 });
  const links = page.getByRole("link", { name: "Zur Kasse" });
  const bar = links.last();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(links.first()).not.toBeInViewport();
  await expect(bar).toBeInViewport();
  await links.first().scrollIntoViewIfNeeded();
  await expect(bar).not.toBeInViewport();
});
