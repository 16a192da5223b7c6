import { writeFile } from "node:fs/promises";
import { found } from "./support/axe";
import { mailedLink, mailedText } from "./support/mail";
import { kontor } from "./support/operator";
import { expect, newEmail, openPage, test } from "./support/shop";

const article = "SW-100006"; // sold out in the demo's catalogue, and in no other test

test.describe("a product that is sold out", () => {
  const stock = async (pieces: number) => {
    const path = test.info().outputPath("stock.csv");
    await writeFile(path, `articleNumber;stock.berlin\n${article};${pieces}\n`);
    await kontor("catalog", "import", path);
  };
  // A shop that was just filled has other changes to tell first.
  test.beforeAll(async () => {
    const waiting = async () => (await kontor<{ backlog: object[] }>("search", "status")).backlog;
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
  });
  test.afterEach(() => stock(0));

  test("a visitor asks to be told, confirms by mail, and is told when it is back", async ({ page, request }) => {
    const address = newEmail();
    await openPage(page, `/produkte/${article}`);
    await page.locator("article h3 a").first().click();
    await expect(page).toHaveURL(/\/produkt\//);
    await expect(page.getByText("Derzeit nicht lieferbar")).toBeVisible();
    const product = page.url();
    const open = page.getByRole("button", { name: "Benachrichtigen, wenn lieferbar" }).first();
    await open.click();
    const dialog = page.getByRole("dialog");
    const email = dialog.getByLabel("E-Mail-Adresse");
    await expect(email).toBeFocused();
    await email.fill("kim.example.com");
    await dialog.getByRole("button", { name: "Benachrichtigen", exact: true }).click();
    await expect(dialog.getByText("In der E-Mail-Adresse fehlt das @-Zeichen.")).toBeVisible();
    await expect(email).toBeFocused();
    expect(await found(page, "restock")).toEqual([]);
    await email.fill(address);
    await email.press("Enter");
    await expect(dialog.getByRole("status")).toContainText("Wir haben dir eine E-Mail geschickt.");
    await page.keyboard.press("Escape");
    await expect(open).toBeFocused();

    await page.goto(await mailedLink(request, address, "benachrichtigung"));
    await expect(page.getByRole("main").getByRole("status")).toContainText("Wir schreiben dir, sobald du");
    expect(await found(page, "restock-confirmed")).toEqual([]);
    await stock(3);
    const told = await mailedText(request, address, /kann wieder bestellt werden/);
    expect(told).toContain(new URL(product).pathname);
    await expect(async () => {
      await page.goto(product);
      await expect(page.getByRole("button", { name: "In den Warenkorb", exact: true }).first()).toBeVisible({
        timeout: 500,
      });
    }).toPass();
  });

  test("who has confirmed can end it", async ({ page, request }) => {
    const address = newEmail();
    await openPage(page, `/en/produkte/${article}`);
    await page.locator("article h3 a").first().click();
    await page.getByRole("button", { name: "Tell me when it is back" }).first().click();
    await page.getByRole("dialog").getByLabel("E-mail address").fill(address);
    await page.getByRole("dialog").getByRole("button", { name: "Tell me", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("status")).toBeVisible();
    const link = await mailedLink(request, address, "benachrichtigung");
    await page.goto(link);
    await page.getByRole("button", { name: "Do not tell me any more" }).click();
    const ended = page.getByRole("main").getByRole("status");
    await expect(ended).toContainText("We will not write to you any more.");
    await expect(ended).toBeFocused();
    await page.goto(link);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("This link is not valid any more.");
  });
});
