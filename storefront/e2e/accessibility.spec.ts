import { found } from "./support/axe";
import { layoutFaults } from "./support/layout";
import { visitAll } from "./support/pages";
import { expect, test } from "./support/shop";

// Nothing compares the pictures: they are there to be looked at, see core/docs/adr/0012-no-pixel-snapshots.md.
test("axe finds nothing on any page, each keeps its layout and its Content-Security-Policy, and has its picture taken", async ({
  page,
}, info) => {
  test.setTimeout(360_000);
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) broken.push(message.text());
  });
  await visitAll(page, async (name) => {
    expect.soft(broken.splice(0), name).toEqual([]);
    expect.soft(await layoutFaults(page), name).toEqual([]);
    await page.screenshot({
      path: `${info.project.outputDir}/screenshots/${info.project.name}/${name}.png`,
      fullPage: true,
    });
    expect.soft(await found(page, name)).toEqual([]);
  });
});
