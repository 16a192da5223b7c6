import { checkedPages } from "../src/lib/accessibility/coverage";
import { found } from "./support/axe";
import { layoutFaults } from "./support/layout";
import { screenOf } from "./support/look";
import { settled } from "./support/settled";
import { expect, test } from "./support/shop";
import { visits } from "./states/states";

// Nothing compares pictures: `npm run shots` takes those of the same states, see core/docs/adr/0012-no-pixel-snapshots.md.
for (const { name: visit, states } of visits) {
  test(`axe finds nothing, and layout and Content-Security-Policy hold, in every state: ${visit}`, async ({ page }) => {
    const screen = screenOf(page);
    const here = states.filter(({ only, alike }) => (only ?? screen) === screen && !(alike && screen === "phone"));
    test.setTimeout(20_000 * here.length);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(error.message));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) broken.push(message.text());
    });
    for (const { name, reach, over } of here) {
      await reach(page);
      await settled(page, over);
      expect.soft(broken.splice(0), name).toEqual([]);
      expect.soft(await layoutFaults(page), name).toEqual([]);
      expect.soft(await found(page, name)).toEqual([]);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });
}

test("every page that the accessibility statement names is looked at", () => {
  const names = visits.flatMap(({ states }) => states.map(({ name }) => name));
  expect(names).toEqual(expect.arrayContaining([...checkedPages]));
});
