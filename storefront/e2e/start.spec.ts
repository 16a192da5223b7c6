import { expect, test, type Page } from "@playwright/test";
import { withScriptsLater } from "../server/later.mjs";
import { openWithoutScripts } from "./support/start";

const product = { name: "In den Warenkorb", exact: true } as const;
const runs = (page: Page) =>
  page.evaluate(() => Object.keys(document).some((key) => key.startsWith("__reactContainer$")));

/** Opens a page of which one script, the one with the text, is held back until the answer is called; React listens already. */
async function openWithoutScript(page: Page, path: string, text: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let late = 0;
  await page.route("**/_next/static/**/*.js", async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes(text)) {
      late++;
      await held;
    }
    await route.fulfill({ response, body });
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await page.mouse.move(40, 40);
  await page.mouse.move(60, 60);
  await expect.poll(() => runs(page)).toBe(true);
  expect(late).toBe(1);
  return release;
}

/** The address of some notebook that can be bought. */
async function notebook(page: Page): Promise<string> {
  const answer = await page.request.get("/api/category/notebooks?verfuegbar[]=1");
  const { cards } = (await answer.json()) as { cards: { slug: string }[] };
  return `/produkt/${cards[0]?.slug}`;
}

/** Whether the page has started its scripts. The clock stands still, so that patience did not. */
const started = (page: Page) => page.evaluate(() => document.querySelector("script[async][src]") !== null);

async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

test("a first visitor's page runs no script of the shop until it is touched", async ({ page }) => {
  await stopClock(page);
  await page.goto("/kategorie/notebooks");
  await expect(page.locator("article")).toHaveCount(20);
  await expect(page.locator("[data-ad=ultra-listing]")).toBeVisible();
  await page.mouse.move(40, 40); // from nowhere: a page that comes under a pointer is told so too
  expect(await started(page)).toBe(false);
  await page.mouse.move(60, 60);
  expect(await started(page)).toBe(true);
  await page.clock.resume();
  await expect.poll(() => runs(page)).toBe(true);
});

test("who only looks is asked for consent after some seconds", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Ablehnen" })).toBeVisible();
});

for (const from of ["the search", "nowhere"])
  test(`the answer to the consent question gives the focus back: from ${from}`, async ({ page }) => {
    await page.goto("/kategorie/notebooks?page=2");
    const answer = page.getByRole("button", { name: "Ablehnen" });
    await expect(answer).toBeVisible();
    const search = page.getByRole("combobox", { name: "Produkte suchen" });
    if (from === "the search") await search.focus();
    await answer.focus();
    await answer.press("Enter");
    await expect(answer).toBeHidden();
    await expect(from === "the search" ? search : page.locator("main")).toBeFocused();
  });

test("whom the browser knows, and who comes by an address with more than a path, waits for nothing", async ({
  page,
}) => {
  await stopClock(page);
  await page.goto("/kategorie/notebooks?page=2");
  expect(await started(page)).toBe(true);
  await page.evaluate(() => window.localStorage.setItem("kontor.consent", "{}"));
  await page.goto("/kategorie/monitore");
  expect(await started(page)).toBe(true);
});

test("a button that was pressed before the scripts came is pressed then, once", async ({ page }) => {
  const release = await openWithoutScripts(page, await notebook(page));
  const adds: string[] = [];
  page.on("request", (request) => request.url().endsWith("/cart/add/") && adds.push(request.url()));
  const button = page.getByRole("button", product).first();
  await button.click();
  await button.click();
  release();
  await expect(page.getByText("liegt im Warenkorb")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(adds).toHaveLength(1);
});

test("a button that was pressed while one script was on its way is pressed once it is there", async ({ page }) => {
  const call = "/cart/add/";
  const release = await openWithoutScript(page, await notebook(page), call);
  const adds: string[] = [];
  page.on("request", (request) => request.url().endsWith(call) && adds.push(request.url()));
  const button = page.getByRole("button", product).first();
  await button.click();
  await button.click();
  release();
  await expect(page.getByText("liegt im Warenkorb")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(adds).toHaveLength(1);
});

test("what was typed before the scripts came is searched for, and the cursor stays", async ({ page }) => {
  const release = await openWithoutScripts(page, "/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  await field.pressSequentially("notebook");
  await field.press("ArrowLeft");
  release();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(field).toHaveValue("notebook");
  await field.press("x");
  await expect(field).toHaveValue("notebooxk");
});

test("a search that was sent before the scripts came is made", async ({ page }) => {
  const release = await openWithoutScripts(page, "/");
  const field = page.getByRole("combobox", { name: "Produkte suchen" });
  await field.fill("grafikkarte");
  await field.press("Enter");
  release();
  await expect(page).toHaveURL(/\/produkte\/grafikkarte$/);
});

test("a filter that was chosen before the scripts came counts", async ({ page }) => {
  const release = await openWithoutScripts(page, "/kategorie/notebooks");
  const panel = page.getByRole("complementary", { name: "Filter", exact: true });
  await panel.getByText("Ultrabooks").click();
  release();
  await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeVisible();
  await expect(panel.getByRole("radio", { name: "Ultrabooks" })).toBeChecked();
});

for (const done of ["Enter", "Tab"])
  test(`a price that was typed before the scripts came, and left by ${done}, counts`, async ({ page }) => {
    const release = await openWithoutScripts(page, "/kategorie/notebooks");
    const panel = page.getByRole("complementary", { name: "Filter", exact: true });
    const from = panel.getByRole("textbox", { name: "Preis von" });
    await from.fill("1000");
    await from.press(done);
    release();
    await expect(panel.getByText("Ausgewählte Optionen (1)")).toBeVisible();
    await expect(from).toHaveValue("1000");
  });

test("the other language keeps filters and order before the scripts came, and in a tab of its own", async ({
  page,
}) => {
  await openWithoutScripts(page, "/kategorie/notebooks?sortListing=price_desc&hersteller[]=Brevia");
  for (const link of await page.getByRole("link", { name: "English" }).all())
    await expect(link).toHaveAttribute(
      "href",
      "/en/kategorie/notebooks?sortListing=price_desc&hersteller%5B%5D=Brevia",
    );
});

test("an order that was chosen before the scripts came is kept", async ({ page }) => {
  const release = await openWithoutScripts(page, "/kategorie/notebooks");
  await page.getByRole("combobox", { name: "Sortieren nach" }).locator("visible=true").selectOption("price_asc");
  release();
  await expect(page).toHaveURL(/sortListing=price_asc$/);
});

const compare = (page: Page) => page.locator("article [data-does=compare]").first();

test("what was chosen to compare before the scripts came is chosen, though a link was followed right after it", async ({
  page,
}) => {
  const release = await openWithoutScripts(page, "/kategorie/notebooks");
  await compare(page).click();
  await page.locator("article h3 a").last().click();
  await expect(page).toHaveURL(/\/kategorie\/notebooks$/);
  release();
  await expect(page).toHaveURL(/\/produkt\//);
  await expect(page.getByRole("link", { name: "Vergleich (1 Produkt)" })).toBeVisible();
});

test("a link waits after a press for some seconds, where no script comes", async ({ page }) => {
  await stopClock(page);
  await openWithoutScripts(page, "/kategorie/notebooks");
  await compare(page).click();
  await page.locator("article h3 a").last().click();
  await page.clock.runFor(3900);
  await expect(page).toHaveURL(/\/kategorie\/notebooks$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/produkt\//);
});

test("links lead on without scripts", async ({ page }) => {
  await openWithoutScripts(page, "/kategorie/notebooks");
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/produkt\//);
});

test("a file that was chosen before the scripts came stays chosen, and they are told", async ({ page }) => {
  const source = "<html><head></head><body><form><input type='file' aria-label='Nachweis'></form></body></html>";
  await page.route("**/nachweis", (route) =>
    route.fulfill({ contentType: "text/html", body: withScriptsLater(Buffer.from(source), false).toString() }),
  );
  await page.goto("/nachweis");
  const field = page.getByLabel("Nachweis");
  await field.setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-") });
  const heard = await field.evaluate(
    (element: HTMLInputElement) =>
      new Promise((resolve) => {
        element.addEventListener("change", () => resolve([...(element.files ?? [])].map((file) => file.name)));
        window.dispatchEvent(new Event("kontor:ready"));
      }),
  );
  expect(heard).toEqual(["a.pdf"]);
});

test("a page and its scripts have each of the headers that guard them, once", async ({ page }) => {
  const home = await page.request.get("/");
  const [script] = /\/_next\/static\/[^"]+\.js/.exec(await home.text()) ?? [];
  for (const answer of [home, await page.request.get(script ?? "")])
    for (const name of ["Permissions-Policy", "Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options"]) {
      const given = answer.headersArray().filter((header) => header.name.toLowerCase() === name.toLowerCase());
      expect(given, `${name} of ${answer.url()}`).toHaveLength(1);
    }
});

test("pages of mailed links tell nobody their address, in which the token is", async ({ request }) => {
  for (const path of [
    "/kundenkonto/passwort+vergessen",
    "/newsletter/bestaetigen",
    "/newsletter/abmelden",
    "/benachrichtigung",
    "/studentenprogramm/bestaetigen",
    "/bestellstatus",
    "/widerruf",
  ])
    expect(await (await request.get(`${path}?token=x`)).text(), path).toContain(
      '<meta name="referrer" content="no-referrer"/>',
    );
});
