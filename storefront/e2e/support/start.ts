import type { Page } from "@playwright/test";

/** Opens a page whose scripts are held back, as a slow line does, until the answer is called. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "domcontentloaded" }); // it counts as loaded only with them
  return release;
}
