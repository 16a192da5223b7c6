import { visitAll } from "./support/pages";
import { test } from "./support/shop";

test("screenshots of every page", async ({ page }, info) => {
  test.setTimeout(360_000);
  await visitAll(page, async (name) => {
    await page.screenshot({
      path: `${info.project.outputDir}/screenshots/${info.project.name}/${name}.png`,
      fullPage: true,
    });
  });
});
