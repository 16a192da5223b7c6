import type { Page } from "@playwright/test";

/**
 * Waits until what lies over the page is there, the page's calls have ended, and nothing fades or moves in any more. Messages
 * that are there stay as they are until they go: one that fades while it is looked at is too dim to read.
 */
export async function settled(page: Page, over?: string): Promise<void> {
  if (over) await page.locator(over).locator("visible=true").first().waitFor({ timeout: 20_000 });
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined); // where a call hangs on purpose
  await page.evaluate(async () => {
    for (const message of document.querySelectorAll<HTMLElement>(".toasts > *")) {
      message.style.setProperty("transition", "none", "important");
      message.style.setProperty("opacity", "1", "important");
    }
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
}
