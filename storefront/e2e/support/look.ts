import { expect, type Page, type TestInfo } from "@playwright/test";
import { found } from "./axe";
import { germanIn } from "./language";
import { layoutFaults } from "./layout";

/** Which of the two screens that every page is looked at on a test has. */
export function screenOf(page: Page): "desktop" | "phone" {
  return (page.viewportSize()?.width ?? 0) < 768 ? "phone" : "desktop";
}

/** Looks at a page that has settled: its layout holds, axe finds nothing, an English one has no German, and its picture is kept for people. */
export async function looked(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect.soft(await layoutFaults(page), name).toEqual([]);
  if ((await page.locator("html").getAttribute("lang")) === "en") {
    const german = await germanIn(page);
    expect
      .soft(
        german.filter((text) => !text.includes("Speicherstraße")),
        name,
      )
      .toEqual([]); // customers' words stay theirs
  } else expect.soft(await found(page, name)).toEqual([]);
  await page.screenshot({
    path: `${info.project.outputDir}/screenshots/${name}.png`,
    fullPage: true,
  });
}
