import { expect, openNotebook, openPage, test } from "./support/shop";

test("the hero goes on every 5 s, its thumbnails choose and pause, and it begins anew after the last", async ({
  page,
}) => {
  await page.clock.install();
  await openPage(page, "/");
  const hero = page.getByRole("region", { name: "Aktuelle Themen" });
  const shown = hero.locator('[aria-roledescription="Folie"]:not([inert])');
  const pause = hero.getByRole("button", { name: "Automatischen Wechsel anhalten" });
  await expect(pause).toBeVisible();
  const size = await pause.boundingBox();
  expect([size?.width, size?.height]).toEqual([80, 44]);

  await pause.click();
  const play = hero.getByRole("button", { name: "Automatischen Wechsel starten" });
  await expect(play).toBeVisible();
  await page.clock.pauseAt(Date.now() + 600_000);
  const number = async () => Number((await shown.getAttribute("aria-label"))?.split(" ")[0]);
  const count = await hero.locator('[aria-roledescription="Folie"]').count();
  const first = await number();
  await play.click();
  await expect(pause).toBeVisible();
  for (let turn = 1; turn <= count; turn++) {
    await page.clock.runFor(5_000);
    await expect(shown).toHaveAttribute("aria-label", `${((first - 1 + turn) % count) + 1} von ${count}`);
  }
  await pause.click();
  await page.clock.runFor(12_000);
  await expect(shown).toHaveAttribute("aria-label", `${first} von ${count}`);
  await hero
    .getByRole("button", { name: /^Zeige: / })
    .first()
    .click();
  await expect(shown).toHaveAttribute("aria-label", `${first === 1 ? 2 : 1} von ${count}`);
});

test("the hero waits for the keyboard that is in a slide", async ({ page }) => {
  await page.clock.install();
  await openPage(page, "/");
  const hero = page.getByRole("region", { name: "Aktuelle Themen" });
  const offer = hero.locator('[aria-roledescription="Folie"]:not([inert])').getByRole("link");
  await offer.focus();
  const play = hero.getByRole("button", { name: "Automatischen Wechsel starten" });
  await expect(play).toBeVisible();
  await page.clock.runFor(12_000);
  await expect(offer).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(hero.getByRole("button", { name: "Automatischen Wechsel anhalten" })).toBeFocused();
});

test("the hero stays while the pointer holds it, and goes on once it is let go", async ({ page }) => {
  await page.clock.install();
  await openPage(page, "/");
  const hero = page.getByRole("region", { name: "Aktuelle Themen" });
  const shown = hero.locator('[aria-roledescription="Folie"]:not([inert])');
  const title = await shown.getByRole("heading").innerText();
  await shown.locator("p").hover();
  await page.mouse.down();
  await page.clock.runFor(6_000);
  await expect(shown.getByRole("heading")).toHaveText(title);
  await page.mouse.up();
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(shown.getByRole("heading")).not.toHaveText(title, { timeout: 100 });
  }).toPass();
});

test("under reduced motion the hero stands still, and the way to the top is one step", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await openPage(page, "/");
  const hero = page.getByRole("region", { name: "Aktuelle Themen" });
  await expect(hero.getByRole("button", { name: "Automatischen Wechsel starten" })).toBeVisible();
  await page.clock.runFor(12_000);
  await expect(hero.locator('[aria-roledescription="Folie"]:not([inert])')).toHaveAttribute("aria-label", /^1 von/);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole("button", { name: "Zurück nach oben" }).click();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("an ad stays where no other can be had, which is asked for again", async ({ page }) => {
  await page.clock.install();
  await openPage(page, "/");
  const place = page.locator("[data-ad]").filter({ visible: true }).first();
  await place.scrollIntoViewIfNeeded();
  const shown = await place.getAttribute("data-ad");
  let asked = 0;
  await page.route("**/api/banana-handler/**", (route) => {
    asked++;
    return asked === 1 ? route.abort() : route.fulfill({ status: 500, body: "{}" });
  });
  for (const times of [1, 2]) {
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return asked;
      })
      .toBe(times);
    await page.clock.runFor(1000);
    await expect(place).toHaveAttribute("data-ad", shown ?? "");
    await expect(place.getByRole("link")).toBeVisible();
  }
});

test("a preview that no ad fits leaves no empty place", async ({ page }) => {
  await openPage(page, "/?adn-lp-li=nothing-has-it");
  const place = page.locator("[data-ad=noAd]").first();
  await expect(place).toBeAttached();
  await expect(place.locator("xpath=ancestor::*[contains(@class, 'rounded-card')]")).toBeHidden();
});

test("a slider steps by what is visible and knows its ends", async ({ page }) => {
  await openPage(page, "/");
  const slider = page.getByRole("region", { name: "Top Produkte" });
  const [back, on] = [slider.getByRole("button", { name: "Zurück" }), slider.getByRole("button", { name: "Weiter" })];
  await slider.scrollIntoViewIfNeeded();
  await expect(back).toBeDisabled();
  const cards = slider.getByRole("listitem");
  const [one, two] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect((two?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)).toBeCloseTo(10, 0);
  await on.click();
  await expect(cards.first()).not.toBeInViewport();
  await expect(back).toBeEnabled();
  await expect(async () => {
    if (await on.isEnabled()) await on.click({ timeout: 1_000 });
    await expect(on).toBeDisabled({ timeout: 2_000 });
  }).toPass();
  await expect(cards.last()).toBeInViewport();
});

test("an offer's click, and what became of a third party's program, are told to tracking", async ({ page }) => {
  type Event = { eventType: string; clickElementName?: string; gtmTagLogging?: unknown };
  const events: Event[] = [];
  const told = (type: string) => events.find((event) => event.eventType === type);
  page.on("request", (request) => {
    if (request.url().endsWith("/api/tracking/add")) events.push(request.postDataJSON() as Event);
  });
  await page.addInitScript(() => {
    window.localStorage.setItem("kontor.consent", JSON.stringify({ "event-analytics": true, "pay-later": true }));
  });
  await page.route("https://offers.example/**", (route) => route.abort());
  await openPage(page, "/");
  const hero = page.getByRole("region", { name: "Aktuelle Themen" });
  await hero.locator('[aria-roledescription="Folie"]:not([inert])').getByRole("link").click();
  await expect.poll(() => told("cto_interaction")?.clickElementName).toMatch(/^hero \d+$/);
  await openNotebook(page);
  await expect.poll(() => told("gtmTagLogging")?.gtmTagLogging).toEqual({ tag: "pay-later", loaded: false });
});

test("forced colours leave the price's line and the current picture of slider and product to be seen", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .evaluateAll((all, name) => all.map((one) => getComputedStyle(one).getPropertyValue(name)), property);
  const expectCurrent = async () => {
    const current = await style("button[aria-current]:has(img)", "border-color");
    const others = await style("main button[aria-label]:not([aria-current]):has(img)", "border-color");
    expect(current).toHaveLength(1);
    expect(others.length).toBeGreaterThan(0);
    expect(others).not.toContain(current[0]);
  };
  await page.goto("/");
  await expectCurrent();
  await openNotebook(page);
  await expectCurrent();

  await page.goto("/kategorie/notebooks");
  const [canvas] = await style("body", "background-color");
  const [line] = await style(":has(> input[type=range]) > div", "background-color");
  const [chosen] = await style(":has(> input[type=range]) > div > div", "background-color");
  expect(new Set([canvas, line, chosen]).size).toBe(3);
});

test("a reader's own dark colours leave pictures, icons, swatches and ratings to be seen", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.goto("/kategorie/notebooks");
  await page.locator("[data-does=compare]").first().click();
  await expect(page.locator("[data-chosen]")).toHaveCSS("border-top-width", "3px");
  const different = (selector: string) =>
    page.locator(selector).evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size);
  await page.getByRole("button", { name: /^Farbe/ }).click();
  expect(await different("label span[style*=background-color]"), "colours").toBeGreaterThan(3);
  for (const path of ["/kategorie/notebooks", "/produkt/"]) {
    if (path === "/produkt/") await openNotebook(page);
    const hidden = await page.locator("main").evaluate((main) => {
      const light = (color: string) => Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
      const icons = [...main.querySelectorAll("svg[stroke=currentColor]")].map((icon) => getComputedStyle(icon).color);
      const blends = [...main.querySelectorAll("img")].map((image) => getComputedStyle(image).mixBlendMode);
      return [...icons.filter((color) => light(color) < 128), ...blends.filter((mode) => mode !== "normal")];
    });
    expect(hidden, path).toEqual([]);
  }
});

test("who asks for more contrast sees the borders of cards and fields, and small print as dark as the rest", async ({
  page,
}) => {
  await page.emulateMedia({ contrast: "more" });
  await page.goto("/kategorie/notebooks");
  // Seven to one on white: WCAG 1.4.6. Borders are no text and need three to one.
  const contrast = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => {
        const parts = (
          getComputedStyle(element)
            .getPropertyValue(name)
            .match(/[\d.]+/g) ?? []
        )
          .slice(0, 3)
          .map(Number);
        const [r = 0, g = 0, b = 0] = parts.map((one) =>
          one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
      }, property);
  expect(await contrast("main article", "border-top-color")).toBeGreaterThan(3);
  expect(await contrast("main article p", "color")).toBeGreaterThan(7);
  expect(await contrast("main input[type=number], main select", "border-top-color")).toBeGreaterThan(7);
});

test("the shop's name is whole and in one line on the narrowest screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, "/");
  const name = page.getByRole("banner").getByText("kontor", { exact: true });
  const fits = (word: HTMLElement) => word.scrollWidth <= word.clientWidth && word.clientHeight < 32;
  expect(await name.evaluate(fits)).toBe(true);
});
