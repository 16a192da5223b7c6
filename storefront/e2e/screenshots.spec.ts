import { layoutFaults } from "./support/layout";
import { visitAll } from "./support/pages";
import { expect, test } from "./support/shop";

// Nothing compares the pictures: they are there to be looked at, see core/docs/adr/0012-no-pixel-snapshots.md.
test("every page keeps its layout, and has its picture taken", async ({ page }, info) => {
  test.setTimeout(360_000);
  await visitAll(page, async (name) => {
    expect.soft(await layoutFaults(page), name).toEqual([]);
    await page.screenshot({
      path: `${info.project.outputDir}/screenshots/${info.project.name}/${name}.png`,
      fullPage: true,
    });
  });
});
