import messages from "../messages/de.json" with { type: "json" };
import english from "../messages/en.json" with { type: "json" };
import { expectOneMail, mailedLink } from "./support/mail";
import { decide, PayPal } from "./support/paypal";
import { addToCart, buy, choosePayment, enterGuest, expect, newEmail, orderNumber, test } from "./support/shop";

const partner = new URL(process.env.KONTOR_E2E_URL ?? "http://localhost:8080");
partner.hostname = "grafik.localhost";

test.use({ baseURL: partner.origin });

test("who pays elsewhere comes back to the partner's shop, to try again and to the order", async ({
  page,
  request,
}) => {
  await PayPal.open(request);
  await page.goto("/kategorie/grafikkarten?verfuegbar[]=1");
  await page.locator("article h3 a").first().click();
  await addToCart(page);
  await enterGuest(page, newEmail());
  await choosePayment(page, /PayPal/);
  await buy(page);
  await decide(page, "cancel");
  await expect(page).toHaveURL(`${partner.origin}/kasse#/payment`);
  await choosePayment(page, /PayPal/);
  await buy(page);
  await decide(page, "approve");
  await orderNumber(page);
  expect(new URL(page.url()).origin).toBe(partner.origin);
  await expect(page.getByRole("banner").getByText("Grafikwerk")).toBeVisible();
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at a width of ${size.width}`, () => {
    test.use({ viewport: size });

    test("a partner's customer is a guest from the first step to the order, and is offered nothing else", async ({
      page,
      request,
    }) => {
      const email = newEmail();
      const { login } = messages.checkout;
      await page.goto("/kategorie/grafikkarten?verfuegbar[]=1");
      await page.locator("article h3 a").first().click();
      await addToCart(page);
      await page.goto("/kasse");
      await expect(page.getByRole("heading", { name: login.guest })).toBeVisible();
      await enterGuest(page, email);
      await page.goto("/kasse#/");
      await expect(page.getByLabel("E-Mail-Adresse")).toHaveValue(email);
      for (const name of [login.customer, login.switchTitle])
        await expect(page.getByRole("heading", { name })).toHaveCount(0);
      await expect(page.getByRole("button", { name: login.switch, exact: true })).toHaveCount(0);
      await expect(page.getByLabel("Passwort")).toHaveCount(0);
      const refused = await page.evaluate(async () => {
        const body = JSON.stringify({ email: "kim@example.org", password: "Zug7Berg" });
        const headers = { "Content-Type": "application/json" };
        return (await fetch("/auth/login", { method: "POST", headers, body })).text();
      });
      expect(refused).toContain("white_label_guests_only");

      await page.goto("/kasse#/payment");
      await choosePayment(page, /Vorkasse/);
      await expect(page.getByText(messages.checkout.confirmation.guest)).toBeVisible();
      await buy(page);
      await orderNumber(page);
      await expect(page.getByRole("banner").getByText("Grafikwerk")).toBeVisible();
      await expect(page.getByRole("heading", { name: messages.success.account.title })).toHaveCount(0);
      await expect(page.getByRole("link", { name: messages.success.toAccount })).toHaveCount(0);
      await expect(page.getByRole("link", { name: messages.success.toShop })).toBeVisible();
      await expectOneMail(request, email);
      await page.goto(await mailedLink(request, email, "/bestellstatus"));
      expect(new URL(page.url()).origin).toBe(partner.origin);
      await expect(page.getByRole("banner").getByText("Grafikwerk")).toBeVisible();
      await expect(page.getByRole("heading", { name: /^Bestellung \d+$/ })).toBeVisible();
    });
  });
}

test("a partner's shop has no account and no wishlist: their pages are not found, and nothing offers a log-in", async ({
  page,
}) => {
  for (const path of [
    "/kundenkonto",
    "/kundenkonto/login",
    "/kundenkonto/registrieren",
    "/en/kundenkonto/bestellungen",
    "/merkzettel",
    "/kundenkonto/bestellungen/123",
    "/studentenprogramm",
    "/studentenprogramm/bestaetigen",
    "/infocenter/section/campus",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    const { title } = (path.startsWith("/en") ? english : messages).notFound;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("input[type=password]")).toHaveCount(0);
    await expect(page.getByRole("banner").getByText("Grafikwerk")).toBeVisible();
    await expect(page, path).toHaveTitle(`${title} · Grafikwerk`);
  }
});

test("a partner's shop has no page for what the partner does not sell, and finds none of it", async ({ page }) => {
  const own = await page.request.get(`${process.env.KONTOR_E2E_URL}/api/category/notebooks`);
  const { cards } = (await own.json()) as { cards: { slug: string; name: string }[] };
  for (const path of ["/kategorie/notebooks", "/en/kategorie/pc-komponenten", `/produkt/${cards[0]?.slug}`]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page).toHaveTitle(/ · Grafikwerk$/);
  }
  await page.goto(`/produkte/${encodeURIComponent(cards[0]?.name ?? "")}`);
  await expect(page.locator("article")).toHaveCount(0);
  await page.getByRole("button", { name: "Kategorien" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Grafikkarten" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Alle anzeigen" }).click();
  await expect(page).toHaveURL("/kategorie/grafikkarten");
  const crumbs = page.getByRole("navigation", { name: messages.common.breadcrumb });
  await expect(crumbs.getByText("PC-Komponenten")).toHaveCount(0);
});

test("a partner's shop says whose newsletter it is, and of itself what the partner sells", async ({ page }) => {
  const description = page.locator("meta[name=description]");
  for (const [path, of] of [
    ["", messages],
    ["/en", english],
  ] as const) {
    await page.goto(`${path}/newsletter`);
    const whose = of.newsletter.textPartner.replace("{name}", "Grafikwerk");
    await expect(page.getByRole("main")).toContainText(whose);
    await expect(description).toHaveAttribute("content", whose);
    await page.goto(`${path}/kategorie/grafikkarten`);
    await expect(page.getByRole("contentinfo")).toContainText(
      of.footer.newsletterTextPartner.replace("{name}", "Grafikwerk"),
    );
    await expect(description).toHaveAttribute("content", /\bGrafikwerk\b/);
    await page.goto(`${path}/warenkorb`); // a page that has nothing of its own to say
    await expect(description).toHaveAttribute("content", of.footer.aboutPartner.replace("{name}", "Grafikwerk"));
  }
});

test("a partner's shop has an icon of its own: the partner's initial on the partner's colour", async ({ page }) => {
  await page.goto("/");
  const named = (rel: string) =>
    page.locator(`link[rel="${rel}"]`).evaluate(async (link: HTMLLinkElement) => {
      const answer = await fetch(link.href);
      return { type: answer.headers.get("content-type"), text: await answer.text() };
    });
  expect((await named("icon")).text).toContain('fill="#0b6e4f"');
  expect((await named("apple-touch-icon")).type).toBe("image/png");
});
