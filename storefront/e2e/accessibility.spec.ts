import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { checkedRules } from "../src/lib/accessibility/coverage";
import { visitAll } from "./support/pages";
import { addToCart, expect, openNotebook, openPage, test } from "./support/shop";

/** Everything that axe finds on the page as it is now, down to what it calls minor. */
async function found(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags([...checkedRules, "best-practice"]).analyze();
  return violations.map((one) => `${name}: ${one.id} at ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

test("axe finds nothing on any page", async ({ page }) => {
  test.setTimeout(360_000);
  await visitAll(page, async (name) => {
    expect.soft(await found(page, name)).toEqual([]);
  });
});

test("axe finds nothing in what opens over a page", async ({ page }) => {
  test.setTimeout(240_000);
  const phone = (page.viewportSize()?.width ?? 0) < 1024;
  const dialog = page.getByRole("dialog");
  /** Looks at what is open, closes it by the keyboard, and waits until it is gone. */
  const look = async (name: string, open = dialog) => {
    await expect(open.first()).toBeVisible();
    await settled(page);
    expect.soft(await found(page, name)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(open.first()).toBeHidden();
  };
  await openPage(page, "/kategorie/notebooks?verfuegbar[]=1");
  await page.getByRole("button", { name: "Kategorien" }).click();
  await look("categories");
  if (phone) {
    await page.getByRole("button", { name: /^Filter/ }).click();
    await look("filters");
  }
  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie-Einstellungen" }).click();
  await look("consent");
  await page.getByRole("button", { name: "Chat mit dem Support" }).click();
  await look("chat");
  const search = page.getByRole("combobox", { name: "Produkte suchen" });
  await search.fill("notebook");
  await look("suggestions", page.locator('[role="option"]'));
  await openNotebook(page);
  await page.getByRole("button", { name: "Bild vergrößern" }).click();
  await look("pictures");
  await page.getByRole("button", { name: /Bewertung schreiben/ }).click();
  await look("review");
  await addToCart(page);
  expect.soft(await found(page, "message")).toEqual([]);
  if (!phone) {
    await page.getByRole("link", { name: "Warenkorb, ein Produkt" }).focus();
    await look("cart popup", page.getByRole("group", { name: "Vorschau des Warenkorbs" }));
  }
  await openPage(page, "/warenkorb");
  await page.getByRole("button", { name: /entfernen$/ }).click();
  await look("question");
  await page.route("**/cart/quantity/", (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: "Anzahl erhöhen" }).click();
  await look("failure", page.getByRole("alertdialog"));
});

/** Waits until nothing fades in any more: axe would take half a colour for a whole one. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
}

test("nothing on any page breaks its Content-Security-Policy or throws", async ({ page }) => {
  test.setTimeout(360_000);
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) broken.push(message.text());
  });
  await visitAll(page, async (name) => {
    expect.soft(broken.splice(0), name).toEqual([]);
  });
});
