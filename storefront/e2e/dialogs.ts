import { found } from "./support/axe";
import { layoutFaults } from "./support/layout";
import { settled } from "./support/settled";
import { expect, test } from "./support/shop";
import { visits } from "./states/states";

for (const { name: visit, states } of visits) {
  const opened = states.filter(({ over, first }) => over ?? first);
  if (!opened.some(({ over }) => over)) continue;

  test(`axe finds nothing in what opens over a page, and it keeps its layout: ${visit}`, async ({ page }, info) => {
    test.setTimeout(20_000 * opened.length);
    for (const { name, reach, over, only } of opened) {
      if (only && only !== info.project.name) continue;
      await reach(page);
      if (over) {
        await settled(page, over);
        expect.soft(await found(page, name)).toEqual([]);
        expect.soft(await layoutFaults(page), name).toEqual([]);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
}
