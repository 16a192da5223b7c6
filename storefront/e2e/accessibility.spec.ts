import { found } from "./support/axe";
import { visitAll } from "./support/pages";
import { expect, test } from "./support/shop";

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
