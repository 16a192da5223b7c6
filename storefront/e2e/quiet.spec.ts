import type { Page } from "@playwright/test";
import { newCustomer } from "./support/account";
import { addToCart, call, expect, openNotebook, test } from "./support/shop";

const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Counts what moves without the visitor having done anything, from before the page begins. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as { shifted: number };
    counted.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) counted.shifted += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test("home, listing, product and cart load in both languages without a word in the console, and nothing moves", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) said.push(message.text());
  });
  await watchLayout(page);
  await openNotebook(page);
  const product = new URL(page.url()).pathname;
  await addToCart(page);
  said.length = 0;
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const [lang, prefix] of [
      ["de", ""],
      ["en", "/en"],
    ] as const) {
      for (const path of ["/", "/kategorie/notebooks", product, "/warenkorb"]) {
        const address = prefix + (path === "/" && prefix ? "" : path);
        await page.goto(address);
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        expect.soft(said.splice(0), `${address} at ${size.width}`).toEqual([]);
        const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
        expect.soft(shifted, `layout shift of ${address} at ${size.width}`).toBeLessThan(0.02);
      }
    }
  }
});

test("in the account nothing moves while it is being read, one answer after the other", async ({ page }) => {
  test.setTimeout(240_000);
  await newCustomer(page);
  const address = { firstName: "Kim", lastName: "Muster", streetName: "Speicherstraße", streetNumber: "12" };
  const data = { defaultAddress: true, ...address, zipCode: "20457", cityName: "Hamburg" };
  await call(page, "/api/account/add-address", data);
  await watchLayout(page);
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const path of ["", "/kontaktinformationen", "/kontaktinformationen/b2b-aendern", "/adressen"]) {
      let before = Promise.resolve();
      await page.route(/\/(api|account)\//, async (route) => {
        const [answer, turn] = [route.fetch(), before];
        let told = () => {};
        before = new Promise((resolve) => (told = resolve));
        const response = await answer;
        await turn;
        await route.fulfill({ response });
        // It is laid out before the next one comes.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        told();
      });
      await page.goto(`/kundenkonto${path}`);
      await expect(page.locator("main h1")).toBeVisible();
      await expect(page.locator(".animate-pulse:visible")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
      expect.soft(shifted, `layout shift of ${path} at ${size.width}`).toBeLessThan(0.05);
      await page.unrouteAll({ behavior: "wait" });
    }
  }
});

test("a product page's calls wait for no other, and its picture comes with the page", async ({ page }) => {
  await openNotebook(page);
  const calls: { url: string; begun: number; ended: number }[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    const { startTime, responseEnd } = request.timing();
    if (pathname.startsWith("/api/")) calls.push({ url: pathname, begun: startTime, ended: startTime + responseEnd });
  });
  const header = page.waitForResponse((response) => response.url().endsWith("/api/header_data"));
  await page.reload();
  await header;
  await page.waitForLoadState("networkidle");
  expect(calls.length).toBeGreaterThan(0);
  // One that begins after another has ended may have needed its answer: the header's and the others go out together.
  const first = calls.reduce((a, b) => (a.begun < b.begun ? a : b));
  const late = calls.filter((call) => call.begun > first.ended && call.url !== "/api/last-seen-products");
  expect(late).toEqual([]);
  const picture = page.getByRole("region", { name: "Produktbilder" }).locator('img[loading="eager"]');
  await expect(picture).toHaveAttribute("fetchpriority", "high");
});
