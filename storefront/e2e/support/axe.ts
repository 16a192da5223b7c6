import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { checkedRules } from "../../src/lib/accessibility/coverage";
import { settled } from "./settled";

const size = "target-size";

/**
 * Everything that axe finds on the page as it is now, down to what it calls minor. A target of which too little looks out
 * from under something that stays in its place while the page scrolls is none: it scrolls away from under it. Nor is one that
 * something just went over, as the header that comes back when a page has become shorter: what is too small stays so.
 */
export async function found(page: Page, name: string): Promise<string[]> {
  let faults = await violations(page);
  if (faults.some(({ id }) => id === size)) {
    await settled(page);
    const again = await violations(page);
    faults = faults.filter(({ id, at }) => id !== size || again.some((one) => one.id === size && one.at === at));
  }
  return faults.map(({ id, at }) => `${name}: ${id} at ${at}`);
}

type Fault = { id: string; at: string };

async function violations(page: Page): Promise<Fault[]> {
  const results = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] }) // what passes is not written down
    .withTags([...checkedRules, "best-practice"])
    .setLegacyMode() // without a page of its own for frames of other origins, of which the shop has none
    .analyze();
  const faults: Fault[] = [];
  for (const { id, nodes } of results.violations) {
    for (const { target } of nodes) {
      const at = target.join(" ");
      if (id !== size || !(await scrollsAway(page, at))) faults.push({ id, at });
    }
  }
  return faults;
}

/** Whether a part of the element lies under something that stays in its place while the page scrolls. */
function scrollsAway(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    const points = parts.flatMap((x) => parts.map((y) => [left + width * x, top + height * y] as const));
    return points.some(([x, y]) => {
      const stays = document.elementFromPoint(x, y)?.closest(".fixed, .sticky");
      return Boolean(stays && !stays.contains(element));
    });
  });
}
