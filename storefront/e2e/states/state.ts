import type { Page } from "@playwright/test";
import { continueButton } from "../support/shop";

export { hang } from "../support/settled";

/** A page or a widget as a visitor may meet it. */
export type State = {
  name: string;
  /** Brings the visitor there, from whatever the visit's state before left. */
  reach: (page: Page) => Promise<unknown>;
  /** What lies over the page then, as a selector: a dialog, a popup, a message. */
  over?: string;
  /** It is there at one width alone. */
  only?: "desktop" | "phone";
  /** It is the same at both widths, and no later state builds on it: the tests look at it at the wide one, the pictures show both. */
  alike?: true;
};

/** What most states show over the page. */
export const dialog = '[role="dialog"]';
export const message = '[role="alert"]:not(:empty), .toasts:not(:empty), main [role="status"]:not(:empty, header > p)';

/** States that one visitor meets one after the other. */
export type Visit = { name: string; states: State[] };

/** A state that an address shows. */
export const at = (name: string, path: string): State => ({ name, reach: (page) => page.goto(path) });

/** Has the API answer as told, until the state's end. */
export async function answer(page: Page, path: string, json: object, status = 200): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json }));
}

/** Changes what the header's call says of the visitor. */
export async function header(page: Page, changes: object): Promise<void> {
  await page.route("**/api/header_data", async (route) => {
    const known = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...known, ...changes } });
  });
}

/** Fills the fields by their labels. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).first().fill(value);
}

/** The fields of a postal address. */
export const postal = { Straße: "Speicherstraße", Hausnummer: "12", PLZ: "20457", Ort: "Hamburg" };

type Card = { id: number; slug: string; prices: { price: { minor: number } } };

/** Puts the first products of a category into the cart, at most so dear. */
export async function fillCart(page: Page, category: string, count = 1, most = 140_000): Promise<void> {
  const listing = await page.request.get(`/api/category/${category}?verfuegbar[]=1`);
  const { cards } = (await listing.json()) as { cards: Card[] };
  const chosen = cards.filter(({ prices }) => prices.price.minor > 3_000 && prices.price.minor < most).slice(0, count);
  for (const { id } of chosen) await page.request.post("/cart/add/", { data: { id } });
}

/** Ends a step of the checkout, and waits for the next. */
export async function next(page: Page, hash: string): Promise<void> {
  await continueButton(page).click();
  await page.waitForURL(new RegExp(`#/${hash}$`));
}
