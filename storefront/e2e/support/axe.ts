import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { checkedRules } from "../../src/lib/accessibility/coverage";

/** Everything that axe finds on the page as it is now, down to what it calls minor. */
export async function found(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags([...checkedRules, "best-practice"]).analyze();
  return violations.map((one) => `${name}: ${one.id} at ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
