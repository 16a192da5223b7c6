import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { checkedRules } from "../src/lib/accessibility/coverage";
import { visitAll } from "./support/pages";
import { expect, test } from "./support/shop";

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
