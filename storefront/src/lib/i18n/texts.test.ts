import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { everywhere } from "./texts";

const src = path.resolve(import.meta.dirname, "../..");
const app = path.join(src, "app");

type Module = { client: boolean; imports: string[]; texts: string[] };

const modules = new Map<string, Module>();

function resolve(from: string, name: string): string | undefined {
  const base = name.startsWith("@/") ? path.join(src, name.slice(2)) : path.resolve(path.dirname(from), name);
  if (!name.startsWith("@/") && !name.startsWith(".")) return undefined;
  return [".tsx", ".ts"].map((ending) => base + ending).find(existsSync);
}

function read(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const source = readFileSync(file, "utf8");
  const named = source.matchAll(/^(?:import|export)(?! type)[^;]*? from "([^"]+)"|import\("([^"]+)"\)/gm);
  const made = {
    client: source.startsWith('"use client"'),
    imports: [...named].flatMap((match) => resolve(file, match[1] ?? match[2] ?? "") ?? []),
    texts: [...source.matchAll(/useTranslations\((?:"([^"]*)")?\)/g)].map((match) => match[1] ?? "(all)"),
  };
  modules.set(file, made);
  return made;
}

/** The texts that client components under a route's file say, with those that say them. */
function said(file: string, client = false, seen = new Set<string>()): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (at: string, below: boolean) => {
    if (seen.has(`${at} ${below}`)) return;
    seen.add(`${at} ${below}`);
    const code = read(at);
    const inBrowser = below || code.client;
    if (inBrowser) for (const name of code.texts) found.set(name, path.relative(src, at));
    for (const next of code.imports) visit(next, inBrowser);
  };
  visit(file, client);
  return found;
}

/** What the route's file and the layouts above it hand out. */
function given(file: string): string[] {
  const handing = [file];
  for (let dir = path.dirname(file); dir.startsWith(app); dir = path.dirname(dir)) {
    const layout = path.join(dir, "layout.tsx");
    if (layout !== file && existsSync(layout)) handing.push(layout);
  }
  const lists = handing.flatMap((one) => [
    ...readFileSync(one, "utf8").matchAll(/<MoreTexts\s+of=\{\[([^\]]*)\]\}\s*>/g),
  ]);
  return [
    ...everywhere,
    ...lists.flatMap(([, list = ""]) => [...list.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "")),
  ];
}

const routes = (readdirSync(app, { recursive: true }) as string[])
  .filter((file) => /(^|\/)(page|layout|error|not-found)\.tsx$/.test(file))
  .map((file) => path.join(app, file));

it.each(routes.map((file) => [path.relative(app, file), file]))("%s has the texts of its components", (_, file) => {
  const has = given(file);
  const missing = [...said(file)].filter(([name]) => !has.some((one) => name === one || name.startsWith(`${one}.`)));
  expect(missing).toEqual([]);
});

it("sees the components of a page", () => {
  const product = routes.find((file) => file.includes("/produkt/")) ?? "";
  expect([...said(product).keys()]).toEqual(expect.arrayContaining(["cart", "wishlist", "gallery"]));
});
