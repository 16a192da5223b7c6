import { layoutFaults } from "./support/layout";
import { screenOf } from "./support/look";
import { settled } from "./support/settled";
import { expect, test } from "./support/shop";
import { visits } from "./states/states";

const folder = process.env.KONTOR_SHOTS ?? "test-results/shots";

for (const { name: visit, states } of visits) {
  test(visit, async ({ page }) => {
    test.setTimeout(30_000 * states.length);
    page.setDefaultTimeout(10_000);
    for (const { name, reach, over, only } of states) {
      if (only && only !== screenOf(page)) continue;
      const failed = await reach(page)
        .then(() => settled(page, over))
        .catch((error: Error) => error.message);
      expect.soft(failed, `${name} is reached`).toBeUndefined();
      // What a visitor would scroll to belongs to the picture as well.
      await page.evaluate(() => {
        document.querySelectorAll("img").forEach((image) => (image.loading = "eager"));
        document
          .querySelectorAll<HTMLElement>(".laid-out-late")
          .forEach((row) => (row.style.contentVisibility = "visible"));
      });
      await settled(page);
      expect.soft(await layoutFaults(page), name).toEqual([]);
      if (!over) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      const path = `${folder}/${screenOf(page)}/${visit}-${name}.png`;
      await page.screenshot({ path, fullPage: !over, animations: "disabled" });
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
}
