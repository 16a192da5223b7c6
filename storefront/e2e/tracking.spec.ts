import type { APIRequestContext, Page } from "@playwright/test";
import { simulated } from "./support/provider";
import { addToCart, expect, newEmail, openNotebook, openPage, orderAsGuest, orderNumber, test } from "./support/shop";

type Scrolling = { scrollDepth: number; maxScrollDepth: number; eventTrigger: string; dynamicUrl: string; url: string };

/** Agrees to tracking before the page begins, and keeps what is sent of scrolling. */
async function followScrolling(page: Page): Promise<Scrolling[]> {
  const sent: Scrolling[] = [];
  await page.addInitScript(() => window.localStorage.setItem("kontor.consent", '{"event-analytics":true}'));
  page.on("request", (request) => {
    if (!request.url().endsWith("/nbb.scrolling")) return;
    const { url, scrollings } = request.postDataJSON() as { url: string; scrollings: Scrolling[] };
    sent.push(...scrollings.map((one) => ({ ...one, url: new URL(url).pathname })));
  });
  return sent;
}

test("how far a page is scrolled is told at its beginning, every minute, and when it is left", async ({ page }) => {
  const sent = await followScrolling(page);
  await page.clock.install();
  await openPage(page, "/infocenter/section/privacy");
  await expect.poll(() => sent.map((one) => one.eventTrigger)).toEqual(["init"]);
  await page.clock.pauseAt(Date.now() + 600_000);
  const started = sent.length;
  const depth = (part: number) =>
    page.evaluate((to) => {
      const most = document.documentElement.scrollHeight - window.innerHeight;
      window.scrollTo({ top: most * to, behavior: "instant" });
      window.dispatchEvent(new Event("scroll"));
    }, part);
  await depth(0.6);
  await page.clock.runFor(60_000);
  const told = () => sent.slice(started).map((one) => `${one.eventTrigger} ${one.scrollDepth}`);
  await expect.poll(told).toContain("timer 50");
  expect(told(), "which the leap passed").toContain("timer 25");
  expect(told()).not.toContain("timer 75");
  await depth(1);
  const before = sent.length;
  const home = page.getByRole("banner").getByRole("link", { name: "kontor", exact: true });
  await home.evaluate((link: HTMLElement) => link.click()); // a press of Playwright's would scroll to it first
  await expect(page).toHaveURL(/\/$/);
  const left = () =>
    sent
      .slice(before)
      .filter((one) => one.eventTrigger === "unload")
      .map((one) => `${one.scrollDepth} ${one.dynamicUrl} ${one.url}`);
  const privacy = "/infocenter/section/privacy";
  await expect.poll(left).toEqual([`75 ${privacy} ${privacy}`, `100 ${privacy} ${privacy}`]);
});

type Arrived = { name: string; params: { transaction_id?: string; value?: number; currency?: string } };

/** The events of a name that arrived at a tracking service. */
async function arrived(request: APIRequestContext, name: string): Promise<Arrived[]> {
  const view = (await (await request.get(simulated("_control/ga4"))).json()) as { state: { events: Arrived[] } };
  return view.state.events.filter((one) => one.name === name);
}

type Told = { eventType: string; productIds?: number[]; clickElementName?: string };

test("what goes into the cart or out of it is told once it did, and so is the way to a provider", async ({
  page,
  request,
}) => {
  const told: string[] = [];
  await page.addInitScript(() => window.localStorage.setItem("kontor.consent", '{"google-analytics":true}'));
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/tracking/add")) return;
    const { eventType, productIds, clickElementName } = request.postDataJSON() as Told;
    told.push([eventType, ...(productIds ?? []), clickElementName].join(" ").trim());
  });
  await openNotebook(page);
  await page.route("**/cart/add/", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  const add = page.getByRole("button", { name: "In den Warenkorb", exact: true }).first();
  await add.click();
  await expect(page.getByText("Es ist ein unerwarteter Fehler aufgetreten")).toBeVisible();
  await addToCart(page);
  const { products } = (await (await page.request.get("/api/cart")).json()) as { products: { id: number }[] };
  const id = products[0]?.id ?? 0;
  await expect.poll(() => told).toEqual([`addToCart ${id}`]);

  const remove = { name: /entfernen$/ };
  await page.getByRole("link", { name: "Warenkorb, ein Produkt" }).hover();
  await page.getByRole("group", { name: "Vorschau des Warenkorbs" }).getByRole("button", remove).click();
  await expect.poll(() => told).toEqual([`addToCart ${id}`, `removeFromCart ${id}`]);

  await add.click();
  await expect(page.getByRole("link", { name: "Warenkorb, ein Produkt" })).toBeVisible();
  await page.goto("/warenkorb");
  const before = (await arrived(request, "external_redirect")).length;
  await page.getByRole("button", { name: "Direkt zu PayPal" }).click();
  await expect(page).toHaveURL(/paypal\/checkoutnow/);
  // Chromium does not always report the calls of a page that is being left, so it is looked for where it arrives.
  await expect.poll(async () => (await arrived(request, "external_redirect")).length).toBe(before + 1);
  await page.goto("/warenkorb");
  await page.getByRole("button", remove).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ja" }).click();
  await expect.poll(() => told.at(-1)).toBe(`removeFromCart ${id}`);
});

test("an order arrives at a tracking service with its value, once", async ({ page, context, request }) => {
  await page.addInitScript(() => window.localStorage.setItem("kontor.consent", '{"google-analytics":true}'));
  const conversions: object[] = [];
  context.on("request", (one) => {
    if (!one.url().endsWith("/api/tracking/add")) return;
    const event = one.postDataJSON() as Told;
    if (event.eventType === "conversion") conversions.push(event);
  });
  const id = await orderAsGuest(page, newEmail());
  const purchase = async () =>
    (await arrived(request, "purchase")).find(({ params }) => params.transaction_id === id)?.params;
  await expect.poll(purchase).toMatchObject({ currency: "EUR", value: expect.any(Number) as unknown });
  await page.reload();
  const other = await context.newPage();
  await other.goto(page.url());
  for (const again of [page, other]) {
    await orderNumber(again);
    await again.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  }
  expect(conversions, "a page that is loaded again, or in another tab, is no other order").toHaveLength(1);
});

test("an ad comes with its page, and its place is filled anew a minute after half of it was in view for a second", async ({
  page,
}) => {
  let asked = 0;
  let query = new URLSearchParams();
  await page.route("**/api/banana-handler/get-multiple*", async (route) => {
    asked += 1;
    query = new URL(route.request().url()).searchParams;
    const answer = (await (await route.fetch()).json()) as { templates: Record<string, object> };
    const templates = Object.fromEntries(
      Object.entries(answer.templates).map(([target, ad]) => [
        target,
        { ...ad, id: "next", title: "Die nächste Anzeige" },
      ]),
    );
    await route.fulfill({ json: { ...answer, templates, rotationIsActive: true } });
  });
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 400 });
  await openPage(page, "/");
  const place = page.locator("[data-ad]");
  await expect(place).toBeAttached();
  await expect(place).not.toBeInViewport();
  await page.clock.runFor(120_000);
  expect(asked, "nobody has seen it").toBe(0);
  await place.scrollIntoViewIfNeeded();
  await expect(place).toBeInViewport({ ratio: 0.5 });
  await page.clock.runFor(59_000);
  expect(asked).toBe(0);
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(asked).toBe(1);
  }).toPass();
  await expect(place).toContainText("Die nächste Anzeige");
  expect(Object.fromEntries(query)).toEqual({
    targets: "home-middle",
    "is-mobile": "false",
    categories: "",
    "key-values": '{"pagetype":"home"}',
  });
});

test("who takes back consent has the events taken back that still wait", async ({ page }) => {
  await openPage(page, "/");
  const withdrawn = page.waitForRequest("**/api/tracking/withdraw");
  for (const answer of ["Alles erlauben", "Alles ablehnen"]) {
    await page.getByRole("button", { name: "Cookie-Einstellungen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: answer }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  const request = await withdrawn;
  const { tid, services } = request.postDataJSON() as { tid: string; services: string[] };
  expect(tid).not.toBe("");
  expect(services).toContain("matomo");
  expect((await request.response())?.ok()).toBe(true);
  expect(await page.evaluate(() => window.localStorage.getItem("kontor.tid"))).toBeNull();
});
