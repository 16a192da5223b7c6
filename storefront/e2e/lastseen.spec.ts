import { expect, openNotebook, test } from "./support/shop";

const title = "Zuletzt angesehene Produkte";

test("what was looked at comes back on the home page, loaded once when it is near", async ({ page }) => {
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("console", (message) => message.type() === "error" && broken.push(message.text()));
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/last-seen-products")) loaded.push(request.url());
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Top Produkte" })).toBeVisible();
  await expect(page.getByRole("heading", { name: title })).toBeHidden();
  const name = await openNotebook(page);
  await expect(page.getByRole("heading", { name: title })).toBeHidden(); // only itself
  await page.goto("/");
  const section = page.getByRole("region", { name: title });
  await expect(section).toBeAttached();
  // Scrolls until it is so many pixels below the window, and waits until the page has seen it.
  const comeWithin = (px: number) =>
    section.evaluate(async (element, below) => {
      const y = scrollY + element.getBoundingClientRect().top - innerHeight - below;
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }, px);
  await comeWithin(110);
  expect(loaded).toEqual([]);
  await comeWithin(90);
  await expect.poll(() => loaded).toHaveLength(1);
  await section.scrollIntoViewIfNeeded();
  const link = section.getByRole("link", { name });
  await expect(link).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await section.scrollIntoViewIfNeeded();
  expect(loaded).toHaveLength(1);

  await section.getByRole("button", { name: /auf den Merkzettel setzen$/ }).click();
  await expect(page.getByRole("link", { name: "Merkzettel, ein Produkt" })).toBeAttached();
  await section.getByRole("button", { name: /in den Warenkorb legen$/ }).click();
  await expect(page.getByText("liegt im Warenkorb")).toBeVisible();
  await page.evaluate(() => (document.documentElement.dataset.same = "yes"));
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.locator("html"), "without a new document").toHaveAttribute("data-same", "yes");
  expect(broken).toEqual([]);
});

test("nobody gets a session for looking", async ({ page, context }) => {
  await openNotebook(page);
  await page.goto("/merkzettel");
  await expect(page.getByRole("heading", { name: "Du hast keine gespeicherten Artikel." })).toBeVisible();
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain("kontor_session");
});
