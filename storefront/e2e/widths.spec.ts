import { apart, cutTexts, layoutFaults } from "./support/layout";
import { newCustomer } from "./support/account";
import { mailedHTML, mailedLink } from "./support/mail";
import { kontor } from "./support/operator";
import {
  buy,
  choosePayment,
  expect,
  newEmail,
  openNotebook,
  openPage,
  orderNumber,
  startAtPayment,
  test,
} from "./support/shop";

// Between and below the two widths at which every page is looked at (states.spec.ts).

test("every step from the home page to the order fits a width of 320, which is four times a desktop's zoom", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (what: string) => {
    await page.waitForLoadState("networkidle");
    expect.soft(await layoutFaults(page), what).toEqual([]);
  };
  await startAtPayment(page, newEmail());
  await fits("payment");
  await choosePayment(page, /^Vorkasse/);
  await fits("confirmation");
  for (const path of ["/kasse#/address", "/warenkorb", "/", "/kategorie/notebooks?verfuegbar[]=1"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await fits(path);
  }
  const fitsApart = async (what: string) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const name = `letters apart at ${width}: ${what}`;
      await expect.soft.poll(() => page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
      expect.soft(await cutTexts(page), name).toEqual([]);
    }
  };
  await page.addStyleTag(apart);
  await fitsApart("listing");
  for (const path of ["/", "/warenkorb", "/kasse#/address"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect.soft(await cutTexts(page), path).toEqual([]);
    await page.addStyleTag(apart);
    await fitsApart(path);
  }
  await page.goto("/kategorie/notebooks?verfuegbar[]=1");
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  await fits("product");
  await page.addStyleTag(apart);
  await fitsApart("product");
  const bar = page.getByRole("button", { name: "In den Warenkorb", exact: true }).last();
  await expect(bar, "the bar's button").toBeInViewport({ ratio: 1 });
});

test("addresses, the comparison and long titles fit a width of 320 with letters apart, too", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await newCustomer(page);
  const saved = {
    firstName: "Kim",
    lastName: "Muster",
    streetName: "Donaudampfschifffahrtsstraße",
    streetNumber: "12",
  };
  const fits = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.addStyleTag(apart);
    expect.soft(await layoutFaults(page), path).toEqual([]);
  };
  await fits("/kundenkonto/adressen"); // there is none yet
  for (const defaultAddress of [true, false]) {
    const company = defaultAddress ? "" : "Donaudampfschifffahrtselektrizitätenhauptwerk";
    const data = { defaultAddress, company, ...saved, zipCode: "20457", cityName: "Hamburg" };
    const answer = await page.request.post("/api/account/add-address", { data });
    expect(await answer.json()).toMatchObject({ addressAdded: true });
  }
  for (const path of ["/kundenkonto/adressen", "/en/kundenkonto/adressen", "/vergleich", "/benachrichtigung?token=x"])
    await fits(path);
  await page.setViewportSize({ width: 640, height: 640 });
  await fits("/infocenter/section/privacy"); // its periods stand beside what they are of
});

test("the longest names, voucher and sum keep to a width of 320, and so does their mail", async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (what: string) => {
    await page.waitForLoadState("networkidle");
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(320);
  };
  const code = "W".repeat(64);
  const email = newEmail();
  await kontor("voucher", "set", code, "--amount", "5");
  const longPlace = "M".repeat(30);
  const name = { firstName: "W".repeat(20), lastName: "W".repeat(30) };
  const address = { ...name, streetName: longPlace, cityName: longPlace };
  await startAtPayment(page, email, { address });
  await page.route(/\/api\/cart(\?|$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/"minor":[1-9]\d*/g, '"minor":888888888888'),
    });
  });
  await page.goto("/warenkorb");
  await expect(page.getByText("8.888.888.888,88").first()).toBeVisible();
  await fits("cart");
  await page.unrouteAll({ behavior: "wait" });
  await page.goto("/kasse#/payment");
  await choosePayment(page, /^Vorkasse/);
  await page.getByLabel("Gutscheincode").locator("visible=true").first().fill(code);
  await page.getByRole("button", { name: "Einlösen" }).locator("visible=true").first().click();
  await expect(page.getByText(code).locator("visible=true").first()).toBeVisible();
  await fits("confirmation");
  await buy(page);
  await orderNumber(page);
  await page.goto(await mailedLink(request, email, "bestellstatus"));
  await expect(page.getByText(code).first()).toBeVisible();
  await expect(page.getByText(longPlace).first()).toBeVisible();
  const discount = page.getByRole("definition").filter({ hasText: /^.5,00/ });
  const lines = await discount.evaluate((amount) => {
    const text = document.createRange();
    text.selectNodeContents(amount);
    return text.getClientRects().length;
  });
  expect.soft(lines, "of the amount").toBe(1);
  await fits("order");
  await page.setContent(await mailedHTML(request, email, new RegExp(code)));
  await expect(page.getByText(longPlace).first()).toBeVisible();
  await fits("mail");
});

test("the bar at the foot of a phone on its side does not lie on the page's last links", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await startAtPayment(page, newEmail());
  for (const path of ["/kasse#/payment", "/warenkorb"]) {
    await page.goto(path);
    await expect(page.locator("[data-bottom-bar]:not([inert])")).toBeVisible();
    const last = page.getByRole("contentinfo").locator("a:visible, button:visible").last();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await last.click({ trial: true });
  }
});

test("between phone and desktop the frame fits as well", async ({ page }) => {
  for (const width of [640, 768, 900, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/", "/en/kategorie/notebooks", "/warenkorb"]) {
      await page.goto(path);
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      expect.soft(await layoutFaults(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test("prices stand in one line across a row of products, whatever else their cards say", async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/kategorie/zubehoer");
    const rows = await page.locator("main article").evaluateAll((cards) => {
      const top = (element: Element | null) => Math.round(element?.getBoundingClientRect().top ?? NaN);
      const rows: Record<number, Set<number>> = {};
      for (const card of cards) (rows[top(card)] ??= new Set()).add(top(card.querySelector(".tabular-nums")));
      return Object.values(rows).map(({ size }) => size);
    });
    expect(rows.length, "several rows").toBeGreaterThan(1);
    expect(new Set(rows), `at ${width}`).toEqual(new Set([1]));
  }
});

test("between phone and desktop pictures are seen whole, without stripes beside them", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1000 });
  await page.goto("/");
  const slide = page.locator('[aria-roledescription="Folie"]:not([inert]) img');
  const shown = await slide.boundingBox();
  expect((shown?.width ?? 0) / (shown?.height ?? 1), "a square, cut by little").toBeLessThan(1.2);
  await openNotebook(page);
  const gallery = page.getByRole("region", { name: "Produktbilder" });
  const picture = await gallery.locator("li:not([inert]) img").first().boundingBox();
  const place = await gallery.getByRole("list").first().boundingBox();
  expect(picture?.width).toBe(place?.width);
});

test("on a low screen every suggestion can be reached by scrolling and by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await openPage(page, "/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  await field.fill("notebook");
  const last = page.getByRole("option").nth(4);
  await expect(last).toBeVisible();
  await expect(last).not.toBeInViewport();
  await field.press("ArrowUp");
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.getByRole("option").first().scrollIntoViewIfNeeded();
  await page.getByRole("option").first().hover();
  await page.mouse.wheel(0, 600);
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test("keyboards go through the header as it is seen, line by line", async ({ page }) => {
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const places: { line: number; left: number; name: string | null }[] = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        const part = element?.closest("header > .grid > *");
        if (!element || !part) return document.querySelector("main")?.contains(element) ? "beyond" : "elsewhere";
        const { top, height } = part.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.textContent;
        return { line: Math.round((top + height / 2) / 20), left: element.getBoundingClientRect().left, name };
      });
      if (at === "beyond") break;
      if (at !== "elsewhere") places.push(at);
    }
    expect(places.length, `at ${width}`).toBeGreaterThan(4);
    const seen = places.toSorted((one, other) => one.line - other.line || one.left - other.left);
    expect(places, `at ${width}`).toEqual(seen);
  }
});
