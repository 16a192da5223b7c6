import { expect, type Page, type Request } from "@playwright/test";

/** The calls of a page that have not ended, without those that hang, and when the last one began or ended. */
type Calls = { open: Set<Request>; last: number };
const watched = new WeakMap<Page, Calls>();

function watch(page: Page): Calls {
  const calls: Calls = { open: new Set(), last: Date.now() };
  watched.set(page, calls);
  page.on("request", (request) => {
    if (request.isNavigationRequest()) calls.open.clear(); // what the page before has asked for
    calls.open.add(request);
    calls.last = Date.now();
  });
  const ended = (request: Request) => {
    calls.open.delete(request);
    calls.last = Date.now();
  };
  page.on("requestfinished", ended).on("requestfailed", ended);
  return calls;
}

/** Lets a call hang, so that its page goes on waiting. */
export async function hang(page: Page, path: string): Promise<void> {
  const { open } = watched.get(page) ?? watch(page);
  await page.route(`**${path}`, (route) => void open.delete(route.request()));
}

/** Waits until half a second has gone by without a call: what "networkidle" waits for, where none hangs on purpose. */
async function quiet(page: Page): Promise<void> {
  const calls = watched.get(page);
  if (!calls) return page.waitForLoadState("networkidle", { timeout: 20_000 });
  const idle = () => calls.open.size === 0 && Date.now() - calls.last > 500;
  await expect.poll(idle, { intervals: [100], timeout: 20_000, message: "the page's calls have ended" }).toBe(true);
}

/**
 * Waits until what lies over the page is there, the page's calls have ended, and nothing fades or moves in any more. Messages
 * that are there stay as they are until they go: one that fades while it is looked at is too dim to read.
 */
export async function settled(page: Page, over?: string): Promise<void> {
  if (over) await page.locator(over).locator("visible=true").first().waitFor({ timeout: 20_000 });
  await quiet(page);
  await page.evaluate(async () => {
    for (const message of document.querySelectorAll<HTMLElement>(".toasts > *")) {
      message.style.setProperty("transition", "none", "important");
      message.style.setProperty("opacity", "1", "important");
    }
    const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
  });
}
