import { expect, type Page } from "@playwright/test";
import { found } from "./axe";
import { germanIn } from "./language";
import { layoutFaults } from "./layout";

/** Which of the two screens that every page is looked at on a test has. */
export function screenOf(page: Page): "desktop" | "phone" {
  return (page.viewportSize()?.width ?? 0) < 768 ? "phone" : "desktop";
}

/** Looks at a page that has settled: its layout holds, axe finds nothing in a German one, and an English one has no German. */
export async function looked(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect.soft(await layoutFaults(page), name).toEqual([]);
  if ((await page.locator("html").getAttribute("lang")) !== "en") {
    expect.soft(await found(page, name)).toEqual([]);
    return;
  }
  const german = (await germanIn(page)).filter((text) => !text.includes("Speicherstraße")); // customers' words stay theirs
  expect.soft(german, name).toEqual([]);
}
