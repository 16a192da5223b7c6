import { expect, test as base, type Page } from "@playwright/test";

const answered = JSON.stringify({ "event-analytics": false });

/**
 * Playwright's test with a visitor who has refused tracking, so that the question does not cover the page, and who is
 * no quicker than the page: what is clicked before React has taken over is done only then (start.spec.ts).
 */
export const test = base.extend({
  context: async ({ context }, provide) => {
    // Only what is not decided yet: a test may change it and load another page.
    await context.addInitScript((decision) => {
      if (!window.localStorage.getItem("kontor.consent")) window.localStorage.setItem("kontor.consent", decision);
    }, answered);
    await provide(context);
  },
  page: async ({ page }, provide) => {
    for (const visit of ["goto", "reload"] as const) {
      const plain = page[visit].bind(page) as Page["goto"];
      page[visit] = async (...given: Parameters<Page["goto"]>) => {
        const response = await plain(...given);
        await takenOver(page);
        return response;
      };
    }
    await provide(page);
    // An answer that a test changes may still be under way when it ends.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

/** Waits until React listens on the page, if it is one of the storefront's. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[src*="/_next/"]') ||
      Object.keys(document).some((key) => key.startsWith("__reactContainer$")),
  );
}

export { expect };

/** An address that no other test uses: its mails are this test's. */
export function newEmail(): string {
  return `gast-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
}

/** Opens a page and waits until it is alive: its first call is the header's. */
export async function openPage(page: Page, path: string): Promise<void> {
  const alive = page.waitForResponse((response) => response.url().endsWith("/api/header_data"));
  await page.goto(path);
  await alive;
}

/** Opens the first notebook of the category and gives its name. */
export async function openNotebook(page: Page): Promise<string> {
  await page.goto("/kategorie/notebooks?verfuegbar[]=1");
  await page.locator("article h3 a").first().click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(page).toHaveURL(/\/produkt\//);
  return (await heading.innerText()).replaceAll("\u00a0", " "); // which keeps a number and its unit in one line
}

/** Puts the product of the open page into the cart. */
export async function addToCart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "In den Warenkorb", exact: true }).first().click();
  await expect(page.getByText("liegt im Warenkorb")).toBeVisible();
}

/** The step's button; a phone has it once more at the foot of the screen. */
export function continueButton(page: Page) {
  return page.getByRole("button", { name: "Weiter", exact: true }).first();
}

/** Opens the product that a search finds first. */
export async function openFound(page: Page, term: string): Promise<string> {
  await page.goto(`/produkte/${encodeURIComponent(term)}`);
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
  return page.getByRole("heading", { level: 1 }).innerText();
}

/** Fills the fields of a form by their labels. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Makes a call of the shop as the page's visitor, which has to succeed, and gives its answer. */
export async function call<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** Fills the guest checkout up to the payment step. */
export async function enterGuest(page: Page, email: string): Promise<void> {
  await fillGuest(page, email);
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/payment$/);
}

/** Fills the address step for a guest, without leaving it. */
export async function fillGuest(page: Page, email: string): Promise<void> {
  await page.goto("/kasse");
  await page.getByLabel("E-Mail-Adresse").first().fill(email); // the log-in has one, too
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/address$/);
  await fill(page, {
    Vorname: "Kim",
    Nachname: "Muster",
    Straße: "Speicherstraße",
    Hausnummer: "12",
    PLZ: "20457",
    Ort: "Hamburg",
  });
}

type Buyer = { business?: boolean; address?: Record<string, string>; telephoneNumber?: string };

/**
 * Puts a notebook of a price that every method takes into the cart, tells who the guest is, and opens the payment step:
 * what the pages before it do, without them.
 */
export async function startAtPayment(
  page: Page,
  email: string,
  { business = false, address, telephoneNumber }: Buyer = {},
): Promise<void> {
  const listing = await page.request.get("/api/category/notebooks?verfuegbar[]=1");
  const { cards } = (await listing.json()) as { cards: { id: number; prices: { price: { minor: number } } }[] };
  const priced = cards.filter(({ prices }) => prices.price.minor > 30_000 && prices.price.minor < 140_000);
  // The test before may have bought the last piece of one: listings may tell of that a moment later.
  let added = 409;
  for (const { id } of priced) {
    if (added === 409) added = (await page.request.post("/cart/add/", { data: { id } })).status();
  }
  expect(added, "a notebook between 300 and 1400 euro in the cart").toBe(200);
  await call(page, "/api/checkout/init", {});
  const guest = await page.request.post("/api/account/registerguest", {
    data: {
      email,
      telephoneNumber,
      businessCustomer: business,
      invoice: {
        ...(business ? { company: "Muster Werke AG" } : {}),
        firstName: "Kim",
        lastName: "Muster",
        streetName: "Speicherstraße",
        streetNumber: "12",
        zipCode: "20457",
        cityName: "Hamburg",
        ...address,
      },
    },
  });
  expect(((await guest.json()) as { registered: boolean }).registered).toBe(true);
  await page.goto("/kasse#/payment");
  await expect(page.getByRole("radio").first()).toBeAttached();
}

/** Chooses a payment method and the first shipping option, up to the confirmation. */
export async function choosePayment(page: Page, method: RegExp): Promise<void> {
  await page.getByRole("radio", { name: method }).check({ force: true });
  await continueButton(page).click();
  await chooseDelivery(page);
}

/** Chooses the first way of delivery, and goes on to the confirmation. The step before may still be shown. */
export async function chooseDelivery(page: Page): Promise<void> {
  await page.locator("input[type=radio][name^=shipping-]").first().check({ force: true });
  await continueButton(page).click();
  await expect(page).toHaveURL(/#\/confirmation$/);
}

/** Presses the button that makes the order binding. */
export async function buy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Jetzt kaufen" }).locator("visible=true").first().click();
}

/** Waits for the success page and gives the order's number. */
export async function orderNumber(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: "Vielen Dank für deine Bestellung!" })).toBeVisible({
    timeout: 30_000,
  });
  return page.getByTestId("order-id").innerText();
}

/** Orders a notebook as a guest, to be paid in advance by transfer, and gives the order's number. */
export async function orderAsGuest(page: Page, email: string): Promise<string> {
  await openNotebook(page);
  await addToCart(page);
  await enterGuest(page, email);
  await choosePayment(page, /Vorkasse/);
  await buy(page);
  return orderNumber(page);
}

/** How the checkout's navigation shows its five steps, in their order. */
export function stepStates(page: Page): Promise<(string | null)[]> {
  const steps = page.getByRole("navigation", { name: "Schritte der Bestellung" }).locator("[data-state]");
  return steps.evaluateAll((all) => all.map((step) => step.getAttribute("data-state")));
}
