import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { checkedRules } from "../../src/lib/accessibility/coverage";

/**
 * Everything that axe finds on the page as it is now, down to what it calls minor. A target of which too little looks out
 * from under something that stays in its place while the page scrolls is none: it scrolls away from under it.
 */
export async function found(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] }) // what passes is not written down
    .withTags([...checkedRules, "best-practice"])
    .setLegacyMode() // without a page of its own for frames of other origins, of which the shop has none
    .analyze();
  const faults: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { target } of nodes) {
      const at = target.join(" ");
      if (id !== "target-size" || !(await scrollsAway(page, at))) faults.push(`${name}: ${id} at ${at}`);
    }
  }
  return faults;
}

/**
 * Whether a part of the element lies under something that stays in its place while the page scrolls, also above the view, where
 * the header waits until it comes back.
 */
function scrollsAway(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const own = element.getBoundingClientRect();
    return [...document.querySelectorAll(".fixed, .sticky")].some((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const over = left < own.right && own.left < right && top < own.bottom && own.top < bottom;
      return over && !one.contains(element);
    });
  });
}
