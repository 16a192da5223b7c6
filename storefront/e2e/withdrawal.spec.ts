import AxeBuilder from "@axe-core/playwright";
import { mailedText } from "./support/mail";
import {
  addToCart,
  buy,
  choosePayment,
  enterGuest,
  expect,
  newEmail,
  openNotebook,
  orderNumber,
  test,
} from "./support/shop";

test("a guest withdraws from a part of an order, without logging in", async ({ page, request, context }) => {
  const email = newEmail();
  await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, email);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  const order = await orderNumber(page);
  const confirmation = await mailedText(request, email, new RegExp(order));
  const article = /Artikelnummer (\S+),/.exec(confirmation)?.[1] ?? "";
  expect(article).not.toBe("");
  await context.clearCookies(); // another day, another browser

  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Vertrag widerrufen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Vertrag widerrufen" })).toBeVisible();
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
  await expect(page.getByText("Fülle bitte dieses Feld aus.").first()).toBeVisible();

  await page.getByLabel("Name", { exact: true }).fill("Kim Muster");
  await page.getByLabel("Bestellnummer").fill(order);
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByText("Nur einzelne Artikel").click();
  await page.getByLabel("Artikelnummer").fill(article);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.filter((one) => one.impact === "serious" || one.impact === "critical")).toEqual([]);
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();

  await expect(page.getByRole("heading", { name: "Dein Widerruf ist eingegangen" })).toBeFocused();
  await expect(page.getByText(`1 × ${article}`)).toBeVisible();
  const receipt = await mailedText(request, email, /Dein Widerruf ist eingegangen/);
  for (const content of [order, article, "Kim Muster", "Uhr"]) expect(receipt).toContain(content);
  // Nothing was paid yet, and this was all of it: the order ends.
  await mailedText(request, email, /Dein Widerruf ist abgeschlossen/);
});

test("the answer does not tell whether there is such an order", async ({ page, request }) => {
  const email = newEmail();
  await page.goto("/widerruf");
  await page.getByLabel("Name", { exact: true }).fill("Kim Muster");
  await page.getByLabel("Bestellnummer").fill("999999999");
  await page.getByLabel("E-Mail-Adresse").fill(email);
  await page.getByRole("button", { name: "Widerruf bestätigen" }).click();
  await expect(page.getByRole("heading", { name: "Dein Widerruf ist eingegangen" })).toBeVisible();
  await mailedText(request, email, /Dein Widerruf ist eingegangen/);
});
