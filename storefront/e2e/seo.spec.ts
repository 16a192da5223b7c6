import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./support/shop";

// What search engines and those who pass an address on read of a page: the HTML that the server sends, without scripts.

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  const html = await answer.text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found ?? "");
  const data = all(/<script type="application\/ld\+json">(.*?)<\/script>/gs).map(
    (one) => JSON.parse(one) as Record<string, unknown> & { itemListElement: { item: string }[] },
  );
  const meta = (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g"))[0];
  return { data, meta, title: all(/<title>(.*?)<\/title>/g)[0], canonical: all(/rel="canonical" href="([^"]*)"/g)[0] };
}

async function previewType(request: APIRequestContext, page: Awaited<ReturnType<typeof read>>) {
  const answer = await request.get(page.meta("og:image") ?? "/no-picture");
  return answer.status() === 200 && answer.headers()["content-type"];
}

test("a category tells of itself and its place, in its language, and where it shows nothing there is nothing to find", async ({
  request,
  baseURL,
}) => {
  const home = await read(request, "/");
  expect(home.data.map((one) => one["@type"])).toEqual(["WebSite"]);
  expect(await previewType(request, home)).toBe("image/png");
  const german = await read(request, "/kategorie/gaming-notebooks");
  const second = await read(request, "/kategorie/gaming-notebooks?page=2");
  const english = await read(request, "/en/kategorie/gaming-notebooks");
  for (const part of ["title", "canonical"] as const)
    expect(new Set([home, german, second, english].map((one) => one[part])).size, part).toBe(4);
  expect(new Set([home, german, second, english].map((one) => one.meta("description"))).size).toBe(4);
  expect(german.data[0]?.itemListElement.map(({ item }) => item)).toEqual([
    `${baseURL}/kategorie/notebooks`,
    `${baseURL}/kategorie/gaming-notebooks`,
  ]);
  expect(english.data[0]?.itemListElement[1]?.item).toBe(`${baseURL}/en/kategorie/gaming-notebooks`);
  for (const query of ["page=400", "preis_min=1&preis_max=2&preis_slid=1&preis=slider"]) {
    const nothing = await read(request, `/kategorie/gaming-notebooks?${query}`);
    expect([nothing.meta("robots"), nothing.canonical], query).toEqual(["noindex", undefined]);
  }
});

test("a product that is passed on shows a picture, and is offered at the address of its language", async ({
  request,
}) => {
  const listing = await request.get("/api/category/notebooks");
  const { cards } = (await listing.json()) as { cards: { slug: string }[] };
  for (const [path, locale] of [
    [`/produkt/${cards[0]?.slug}`, "de_DE"],
    [`/en/produkt/${cards[0]?.slug}`, "en_GB"],
  ] as const) {
    const page = await read(request, path);
    expect(page.meta("og:locale")).toBe(locale);
    expect(page.meta("og:title")).toBeTruthy();
    expect(await previewType(request, page)).toMatch(/^image\/(?:png|jpeg)$/);
    expect(page.meta("twitter:title")).toBe(page.meta("og:title"));
    expect(page.meta("og:url")).toBe(page.canonical);
    expect(page.data[0]?.offers).toMatchObject({ url: page.canonical });
    expect(page.data[1]?.itemListElement.at(-1)?.item).toBe(page.canonical);
  }
});

test("who has no JavaScript reads what works without, in the shop and in the checkout", async ({
  browser,
  baseURL,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false, baseURL });
  const notice = plain.locator("main noscript [role=status]"); // texts there are not looked for by getByText
  for (const path of ["/warenkorb", "/kasse", "/kundenkonto/login"]) {
    await plain.goto(path);
    await expect(notice, path).toBeVisible();
    await expect(notice, path).toContainText("In deinem Browser ist JavaScript ausgeschaltet.");
  }
  for (const path of [
    "/warenkorb",
    "/kasse",
    "/kundenkonto",
    "/merkzettel",
    "/vergleich",
    "/widerruf",
    "/bestellstatus",
  ]) {
    await plain.goto(path);
    await expect(plain.locator(".animate-pulse:visible"), `${path}: places that nothing would fill`).toHaveCount(0);
    // They would send what was typed as a part of the page's address.
    await expect(plain.locator("form:not([role=search]):visible"), `${path}: forms`).toHaveCount(0);
  }
  await plain.goto("/en/warenkorb");
  await expect(notice).toContainText("JavaScript is switched off in your browser.");
  await plain.close();
});

test("an address with capitals or a product's former name leads for good to the page's own, and what there is none of is not found", async ({
  request,
}) => {
  const listing = await request.get("/api/category/notebooks");
  const { cards } = (await listing.json()) as { cards: { slug: string }[] };
  const slug = cards[0]?.slug ?? "";
  for (const [path, to] of [
    ["/kategorie/Notebooks?sortListing=price_asc", "/kategorie/notebooks?sortListing=price_asc"],
    ["/en/kategorie/NOTEBOOKS", "/en/kategorie/notebooks"],
    [`/produkt/${slug.toUpperCase()}?ref=A1`, `/produkt/${slug}?ref=A1`],
    [`/produkt/ein-alter-name-${slug.split("-").at(-1)}?ref=A1&ref=B%262`, `/produkt/${slug}?ref=A1&ref=B%262`],
    [`/en/produkt/${slug.split("-").at(-1)}`, `/en/produkt/${slug}`],
    ["/infocenter/section/Privacy", "/infocenter/section/privacy"],
    ["/Warenkorb", "/warenkorb"],
    ["/en/Kasse", "/en/kasse"],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([308, to]);
    expect((await request.get(to, { maxRedirects: 0 })).status(), to).toBe(200);
  }
  for (const path of ["/kategorie/Nichts", "/produkt/Nichts"])
    expect((await request.get(path)).status(), path).toBe(404);
});
