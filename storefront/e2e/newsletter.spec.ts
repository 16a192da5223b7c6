import { mkdtemp, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { found } from "./support/axe";
import { mailedLink } from "./support/mail";
import { kontor } from "./support/operator";
import { expect, newEmail, openPage, test } from "./support/shop";

test("a visitor subscribes in the footer, confirms by mail and unsubscribes", async ({ page, request }) => {
  const address = newEmail();
  await page.goto("/infocenter/section/help");
  const footer = page.getByRole("contentinfo");
  const email = footer.getByRole("textbox");
  const submit = footer.locator('form button[type="submit"]');
  await email.focus();
  await page.keyboard.press("Tab");
  await expect(submit).toBeFocused();
  await expect(email, "who only passes by has done nothing wrong").toHaveAttribute("aria-invalid", "false");
  await submit.click();
  await expect(footer.getByText("Fülle bitte dieses Feld aus.")).toBeVisible();
  await email.fill("kim.example.com");
  await submit.click();
  await expect(footer.getByText("In der E-Mail-Adresse fehlt das @-Zeichen.")).toBeVisible();
  await email.fill(address);
  await submit.click();
  await expect(footer.getByText("Vielen Dank für deine Anmeldung!")).toBeVisible();
  await page.reload();
  await expect(submit).toBeDisabled();

  await page.goto("/newsletter/bestaetigen?token=geraten");
  await expect(page.getByText("Deine Newsletter-Aktivierung war nicht erfolgreich.")).toBeVisible();
  await page.goto(await mailedLink(request, address, "bestaetigen"));
  await expect(page.getByText("Deine Newsletter-Aktivierung war erfolgreich.")).toBeVisible();

  await page.goto(await mailedLink(request, address, "abmelden"));
  expect(await found(page, "newsletter-unsubscribe")).toEqual([]);
  await page.getByRole("main").getByRole("button", { name: "Newsletter abbestellen" }).click();
  await expect(page.getByText("Du bist abgemeldet")).toBeVisible();
});

test("the form rests for an hour after it was sent, and no longer", async ({ page }) => {
  await page.clock.install();
  await page.route("**/api/newsletter/subscribe", (route) => route.fulfill({ status: 500 }));
  await openPage(page, "/infocenter/section/help");
  const footer = page.getByRole("contentinfo");
  const submit = footer.locator('form button[type="submit"]');
  await footer.getByRole("textbox").fill("kim@example.com");
  await submit.click();
  await expect(footer.getByText("Du hast das Formular gerade erst abgeschickt.")).toBeVisible();
  await page.clock.fastForward("59:00");
  await expect(submit).toBeDisabled();
  await page.clock.fastForward("02:00");
  await expect(submit).toBeEnabled();
});

test("consent is asked by service, can be changed, and events follow it", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (one) => {
    if (one.method() === "POST" && one.url().includes("/api/tracking/")) sent.push(one.url().split("/").at(-1) ?? "");
  });
  await page.goto("/infocenter/section/privacy");
  await page.mouse.wheel(0, 4000);
  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie-Einstellungen" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox").first()).not.toBeChecked();
  expect(sent).toEqual([]);
  await dialog.getByRole("button", { name: "Alles erlauben" }).click();
  await expect.poll(() => sent).toContain("nbb.userConsent");
  await expect.poll(() => sent).toContain("nbb.scrolling");

  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie-Einstellungen" }).click();
  await expect(dialog.getByRole("checkbox").first()).toBeChecked();
  await dialog.getByText("Deine bisherigen Entscheidungen").click();
  await expect(dialog.getByText(/erlaubt/).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Alles ablehnen" }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => window.localStorage.getItem("kontor.tid"))).toBeNull();
});

test("the newsletter's own page asks for it once", async ({ page }) => {
  await page.goto("/newsletter");
  await expect(page.getByRole("main").getByRole("textbox")).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("textbox")).toBeHidden();
});

test("what the shop could not answer is told as that, and can be tried again", async ({ page }) => {
  const failing = { status: 500, json: { error: { code: "internal", reason: "error_internal" } } };
  await page.route("**/api/newsletter/**", (route) => route.fulfill(failing));
  await page.goto("/newsletter/bestaetigen?token=geraten");
  const main = page.getByRole("main");
  await expect(main.getByRole("alert")).toContainText("nicht erfolgreich. Leider kam es zu einem Fehler (500).");
  await expect(main.getByText("nicht mehr gültig")).toBeHidden();
  await page.goto("/newsletter/abmelden?token=geraten");
  await main.getByRole("button", { name: "Newsletter abbestellen" }).click();
  await expect(main.getByRole("alert")).toContainText("Leider kam es zu einem Fehler (500).");
  await page.unroute("**/api/newsletter/**");
  await main.getByRole("button", { name: "Newsletter abbestellen" }).click();
  await expect(main.getByRole("alert")).toContainText("Dieser Link ist nicht gültig.");
  await page.goto("/newsletter/bestaetigen?token=geraten");
  await expect(main.getByText("nicht mehr gültig")).toBeVisible();

  await page.route("**/api/tracking/services", (route) => route.fulfill(failing));
  await page.reload();
  await page.getByRole("contentinfo").getByRole("button", { name: "Cookie-Einstellungen" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Deine Wahl bleibt, wie sie ist.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Alles erlauben" })).toBeHidden();
  await page.unroute("**/api/tracking/services");
  await dialog.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(dialog.getByRole("checkbox").first()).toBeVisible();
});

test("the shop has a sitemap, robots.txt and a manifest", async ({ page, request, baseURL }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain("/sitemap.xml");
  expect(await (await request.get("/sitemap.xml")).text()).toContain("/infocenter/section/imprint</loc>");
  await page.goto("/infocenter/section/imprint");
  const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
  expect((await request.get(new URL(manifest ?? "", baseURL).href)).ok()).toBe(true);
  await page.goto("/kategorie/notebooks?page=2");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/kategorie\/notebooks\?page=2$/);
});

test("a page stands where editors put it, in both languages, and nowhere else", async ({ page, request }) => {
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  await mkdir(join(folder, "pages", "firma"), { recursive: true });
  for (const [lang, title] of Object.entries({ de: "Offene Stellen", en: "Open positions" }))
    await writeFile(join(folder, "pages", "firma", `jobs.${lang}.md`), `---\ntitle: ${title}\n---\n- ${title}\n`);
  await kontor("content", "import", folder);
  await expect(async () => {
    await page.goto("/firma/jobs");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offene Stellen", { timeout: 1000 });
  }).toPass();
  await page.goto("/en/firma/jobs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open positions");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/en\/firma\/jobs$/);
  expect((await request.get("/firma_jobs")).status()).toBe(404);
});

test("an address that leads nowhere says so, whatever is in it", async ({ page, request }) => {
  for (const path of ["/infocenter/section/gibt-es-nicht", "/index.html"]) {
    await page.goto(path);
    await expect(page).toHaveTitle("Hier ist nichts mehr im Regal. | Kontor");
    await expect(page.getByRole("heading", { name: "Hier ist nichts mehr im Regal." })).toBeVisible();
  }
  expect((await request.get("/kategorie/%ff")).status()).toBe(404);
  expect((await request.get(`/kategorie/${"a".repeat(20_000)}`)).status()).toBe(404);
});
