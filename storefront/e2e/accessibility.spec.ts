import AxeBuilder from "@axe-core/playwright";
import { visitAll } from "./support/pages";
import { expect, test } from "./support/shop";

test("axe finds nothing serious on any page", async ({ page }) => {
  test.setTimeout(360_000);
  await visitAll(page, async (name) => {
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .analyze();
    const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
    const found = serious.map(
      (one) => `${name}: ${one.id} at ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
    expect.soft(found).toEqual([]);
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
