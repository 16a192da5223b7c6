import { expect, it } from "vitest";
import de from "../messages/de.json";
import en from "../messages/en.json";
import { withWords } from "./blank.mjs";

const texts = { de, en };
const blank = '<!DOCTYPE html><html id="__next_error__"><head></head><body><div hidden=""></div></body></html>';
const words = (path: string, status: number, page = blank) =>
  withWords(Buffer.from(page), { path, status, texts }).toString("utf8");

it.each([
  ["/gibt-es-nicht", 404, de.notFound.title, 'lang="de"', 'href="/"'],
  ["/en/not-there?a=1", 404, en.notFound.title, 'lang="en"', 'href="/en"'],
  ["/", 500, de.failure.title, 'lang="de"', 'href="/"'],
  ["/entwurf", 404, de.account.notFound.text, 'lang="de"', 'href="/"'],
])("tells who has no scripts what a blank page is: %s %s", (path, status, ...told) => {
  const page = words(path, status);
  expect(page).toMatch(/<body><noscript>.*<\/noscript><div hidden="">/);
  for (const each of told) expect(page).toContain(each);
});

it("leaves alone a page that has its words", () => {
  const whole = '<html lang="de"><head></head><body><main></main></body></html>';
  expect(words("/", 404, whole)).toBe(whole);
});
