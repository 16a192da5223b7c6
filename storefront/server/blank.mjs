import { readFileSync } from "node:fs";

const locales = ["de", "en"];

/**
 * What Next leaves blank until its scripts write it, a page that is not found or failed, with the words for those who have no
 * scripts. Other pages stay as they are. texts holds the messages of each language.
 *
 * @param {Buffer} page
 * @param {{ status: number, path: string, texts: import("./blank.mjs").Texts }} options
 * @returns {Buffer}
 */
export function withWords(page, { status, path, texts }) {
  const body = page.indexOf("<body>");
  if (body < 0 || !page.includes('<html id="__next_error__">')) return page;
  const locale = /^\/en(?=[/?]|$)/.test(path) ? "en" : "de";
  const { notFound, failure, account } = texts[locale];
  // The shop's own text tells to search above, where nothing is here.
  const { title, text } = status === 404 ? { ...account.notFound, title: notFound.title } : failure;
  const home = locale === "de" ? "/" : `/${locale}`;
  const words =
    `<noscript><main lang="${locale}"><h1>${title}</h1><p>${text}</p>` +
    `<p><a href="${home}">${notFound.home}</a></p></main></noscript>`;
  const from = body + "<body>".length;
  return Buffer.concat([page.subarray(0, from), Buffer.from(words), page.subarray(from)]);
}

/** The messages that the build puts beside the server. */
export function readTexts() {
  const read = (locale) => JSON.parse(readFileSync(new URL(`messages/${locale}.json`, import.meta.url), "utf8"));
  return Object.fromEntries(locales.map((locale) => [locale, read(locale)]));
}
