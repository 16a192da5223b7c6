import { found } from "./support/axe";
import { mailedText } from "./support/mail";
import { kontor } from "./support/operator";
import { expect, newEmail, openNotebook, test } from "./support/shop";

test("a visitor writes a review by keyboard, is told what is missing, and rests after it", async ({ page }) => {
  const name = await openNotebook(page);
  const write = page.getByRole("button", { name: "Bewertung schreiben" });
  await write.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Bewertung schreiben" });
  await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  expect(await found(page, "review")).toEqual([]);

  await dialog.getByRole("button", { name: "Absenden" }).click();
  await expect(dialog.getByText("Bitte wähle etwas aus.")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "1 Stern", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "2 Sterne" })).toBeChecked();
  await dialog.getByLabel("Überschrift").fill("Leise");
  await dialog.getByLabel("Dein Text").fill("Zu kurz.");
  await expect(dialog.getByText("Bitte gib mindestens 20 Zeichen ein.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await write.press("Enter");
  await expect(dialog.getByLabel("Überschrift"), "what was typed is kept").toHaveValue("Leise");
  await expect(dialog.getByRole("radio", { name: "2 Sterne" })).toBeChecked();
  await dialog.getByLabel("Dein Text").fill("Auch unter Last ist es kaum zu hören.");
  await dialog.getByLabel("Dein Name").fill("Kim");
  await dialog.getByRole("button", { name: "Absenden" }).click();
  await expect(dialog.getByText("Vielen Dank für deine Bewertung!")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(write).toBeFocused();
  await expect(page.getByText("Leise", { exact: true })).toBeHidden(); // not before somebody has read it

  await page.reload();
  await page.getByRole("button", { name: "Bewertung schreiben" }).click();
  await expect(dialog.getByText("Du hast gerade erst etwas abgeschickt.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Absenden" })).toBeDisabled();
});

test("a review can be reported: the operator gets the notice with its text, the sender a receipt without it", async ({
  page,
  request,
}) => {
  const [reporter, title] = [newEmail(), `Betrug ${Date.now()}`];
  await openNotebook(page);
  await page.getByRole("button", { name: "Bewertung schreiben" }).click();
  const form = page.getByRole("dialog", { name: "Bewertung schreiben" });
  await form.getByRole("radio", { name: "1 Stern", exact: true }).check({ force: true });
  await form.getByLabel("Überschrift").fill(title);
  await form.getByLabel("Dein Text").fill("Der Händler ist ein Betrüger, das weiß jeder hier.");
  await form.getByLabel("Dein Name").fill("Kim");
  await form.getByRole("button", { name: "Absenden" }).click();
  await expect(form.getByText("Vielen Dank für deine Bewertung!")).toBeVisible();
  const { reviews } = await kontor<{ reviews: { id: number; title: string }[] }>("review", "list");
  const id = reviews.find((one) => one.title === title)?.id ?? 0;
  await kontor("review", "publish", String(id));

  const review = page.getByRole("article", { name: title });
  await expect(async () => {
    await page.reload();
    await expect(review).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await review.getByRole("button", { name: "Text von Kim melden" }).press("Enter");
  const notice = page.getByRole("dialog", { name: "Text von Kim melden" });
  await notice.getByRole("button", { name: "Meldung senden" }).click();
  await expect(notice.getByText("Bitte begründe deine Meldung.")).toBeVisible();
  const reason = notice.getByLabel("Warum ist der Text rechtswidrig?");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/^Bitte begründe deine Meldung\./);
  const faith = notice.getByRole("checkbox", { name: /richtig und vollständig/ });
  await expect(faith).toHaveAccessibleDescription("Bitte bestätige deine Angaben.");
  expect(await found(page, "review")).toEqual([]);
  await reason.fill("Das ist üble Nachrede.");
  await notice.getByLabel(/Deine E-Mail-Adresse/).fill(reporter);
  await notice.getByRole("button", { name: "Meldung senden" }).click();
  await expect(faith).toBeFocused();
  await faith.check({ force: true });
  const send = notice.getByRole("button", { name: "Meldung senden" });
  await page.route("**/api/**", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await send.click();
  await expect(notice.getByRole("alert")).toContainText("prüfe deine Verbindung");
  await page.unrouteAll();
  const odd = { error: { reason: "review_notice_invalid", fields: [{ field: "name", reason: "too_long" }] } };
  await page.route("**/api/review/notice", (route) => route.fulfill({ status: 422, json: odd }), { times: 1 });
  await send.click();
  await expect(notice.getByRole("alert"), "what no field of the form can say").toContainText("Das hat nicht geklappt.");
  await send.click();
  await expect(notice.getByText("Wir prüfen deine Meldung")).toBeVisible();
  const told = await mailedText(request, "betreiber@kontor.example", new RegExp(title));
  expect(told).toContain("Das ist üble Nachrede.");
  expect(told).toContain(`kontor review reject ${id}`);
  expect(await mailedText(request, reporter, new RegExp(`Nummer ${id}`))).not.toContain("Nachrede");
  await kontor("review", "reject", String(id), "--reason", "üble Nachrede");
});

test("a review has its first comments, and the others by and by", async ({ page, browser, baseURL }) => {
  await openNotebook(page);
  const productId = Number(await page.locator("[data-product-id]").first().getAttribute("data-product-id"));
  const title = `Gespräch ${Date.now()}`;
  // Each from a browser of its own: who has just written waits.
  const write = async (path: string, data: object) => {
    const context = await browser.newContext({ baseURL });
    expect((await context.request.post(path, { data: { author: "Kim", ...data } })).ok()).toBe(true);
    await context.close();
    const { reviews } = await kontor<{ reviews: { id: number; text: string; state: string }[] }>("review", "list");
    const id = reviews.find((one) => one.text === (data as { text: string }).text && one.state === "pending")?.id;
    await kontor("review", "publish", String(id));
    return id;
  };
  const reviewId = await write("/api/review/add", { productId, stars: 5, title, text: `Sehr leise. ${title}.` });
  for (const n of [1, 2, 3, 4, 5]) await write("/api/review/comment", { reviewId, text: `Antwort ${n}. ${title}` });
  const review = page.getByRole("article", { name: title });
  await expect(async () => {
    await page.reload();
    await expect(review.getByText(/^Antwort/)).toHaveCount(3, { timeout: 2_000 });
  }).toPass();
  await review.getByRole("button", { name: "Mehr Kommentare" }).press("Enter");
  await expect(review.getByText(/^Antwort/)).toHaveText([1, 2, 3, 4, 5].map((n) => `Antwort ${n}. ${title}`));
  await expect(review.getByRole("button", { name: "Mehr Kommentare" })).toHaveCount(0);
  await expect(review.getByRole("listitem").filter({ hasText: "Antwort 4" }), "the first that came").toBeFocused();
  await kontor("review", "reject", String(reviewId), "--reason", "Probe");
});

test("a product page tells search engines what it sells, and names its languages", async ({ page }) => {
  const name = await openNotebook(page);
  await page.reload();
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const product = data.map((text) => JSON.parse(text)).find((one) => one["@type"] === "Product");
  const shippingDetails = { shippingRate: { currency: "EUR" }, shippingDestination: { addressCountry: "DE" } };
  const offers = { priceCurrency: "EUR", shippingDetails, hasMerchantReturnPolicy: { merchantReturnDays: 14 } };
  expect(product).toMatchObject({ name, offers });
  await expect(page.locator('link[rel="alternate"][hreflang="en"]')).toHaveAttribute("href", /\/en\/produkt\//);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", page.url());
});
