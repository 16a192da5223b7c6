import { found } from "./support/axe";
import { layoutFaults } from "./support/layout";
import { settled } from "./support/settled";
import { expect, test } from "./support/shop";
import { visits } from "./states/states";

for (const { name: visit, states } of visits) {
  test(`nothing is wrong with what opens over a page, nor with the page below it: ${visit}`, async ({ page }, info) => {
    const here = states.filter(
      ({ only, alike }) =>
        (only ?? info.project.name) === info.project.name && !(alike && info.project.name === "phone"),
    );
    const opened = here.filter(({ over, first }) => over ?? first);
    test.skip(!opened.some(({ over }) => over), "nothing opens there");
    test.setTimeout(20_000 * opened.length);
    for (const { name, reach, over } of opened) {
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
