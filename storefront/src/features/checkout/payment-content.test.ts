import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../../../", import.meta.url);
const pages = "configs/demo/content/pages/kasse/";
const plugins = "plugins/payment/";

type Texts = Record<string, { de: string; en: string }>;

const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const titles = readdirSync(new URL(plugins, root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => Object.entries(JSON.parse(read(`${plugins}${name}/texts.json`)) as Texts))
  .filter(([key]) => /^(.+\.)?title$/.test(key))
  .flatMap(([, { de, en }]) => [de, en]);

// Which methods are on offer hangs on the address; the text below them is the same for all, and each method has a tip of its own.
it.each(readdirSync(new URL(pages, root)).filter((name) => name.startsWith("payment")))(
  "%s names no method",
  (name) => {
    const text = read(pages + name);
    expect(titles.length).toBeGreaterThan(15);
    expect(
      titles.filter((title) => new RegExp(`(?<!\\p{L})${title.replace(/[()]/g, "\\$&")}(?!\\p{L})`, "u").test(text)),
    ).toEqual([]);
  },
);
