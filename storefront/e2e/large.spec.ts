import { writeFile } from "node:fs/promises";
import { kontor } from "./support/operator";
import { call, expect, test } from "./support/shop";

// What an operator's catalogue may have and the demo's has not.

test("a product with the most pictures, long words and no property fits any width, and has no empty heading", async ({
  page,
}) => {
  const article = "MANY-PICTURES";
  const put = async (active: boolean) => {
    const picture = { key: "notebook~v1~bf4f5f7~aff8a2a~sgaming", alt: { de: "Von vorn", en: "From the front" } };
    const product = {
      ...{ type: "product", articleNumber: article, name: "Viele Bilder", manufacturer: "Acme", category: "notebooks" },
      ...{ priceCents: 99900, images: Array(20).fill(picture), stock: { berlin: 1 }, active },
      description: { de: "Im Karton:\n- ein Kabel\n- ein Heft", en: "In the box:\n- a cable\n- a booklet" },
    };
    const path = test.info().outputPath("product.jsonl");
    await writeFile(path, JSON.stringify(product));
    await kontor("catalog", "import", path);
    return kontor<{ id: number; page: string }>("catalog", "show", article);
  };
  const product = await put(true);
  const word = "W".repeat(40); // as a name may have
  const written = { productId: product.id, stars: 5, title: word.repeat(2), author: word, text: word.repeat(2) };
  await call(page, "/api/review/add", written);
  const { reviews } = await kontor<{ reviews: { id: number; author: string }[] }>("review", "list");
  await kontor("review", "publish", String(reviews.find(({ author }) => author === word)?.id));
  for (const width of [320, 390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(new URL(product.page).pathname);
    await expect(page.getByRole("article", { name: written.title })).toBeVisible();
    const thumbnails = page.getByRole("button", { name: /^Bild \d+ von 20 anzeigen$/ });
    await expect(thumbnails).toHaveCount(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `width ${width}`).toBe(width);
    const list = await page.getByRole("list").filter({ has: thumbnails.first() }).boundingBox();
    expect(list?.height, `thumbnails at ${width}`).toBeLessThan(650);
    expect((await thumbnails.first().boundingBox())?.width, `a thumbnail at ${width}`).toBeGreaterThan(60);
  }
  await expect(page.getByRole("heading", { name: "Technische Daten" })).toHaveCount(0);
  const description = page.getByRole("region", { name: "Beschreibung" }).getByText("ein Kabel");
  expect(await description.innerText()).toBe("Im Karton:\n- ein Kabel\n- ein Heft");
  await put(false);
});
