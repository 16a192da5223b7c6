import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = new URL("../../", import.meta.url);

const templates = ["card.html", "emptycart.html"];

it.each(templates)(
  "has a style for every class of %s: Tailwind makes those that it finds in the storefront",
  (name) => {
    const card = readFileSync(new URL(`../../core/httpapi/${name}`, sources), "utf8");
    const used = [...card.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, classes]) => classes?.split(" ") ?? []);
    const known = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .flatMap((name) => readFileSync(new URL(name, sources), "utf8").split(/[\s"'`]+/));
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((one) => !known.includes(one))).toEqual([]);
  },
);

it.each(templates)("leads on from %s without a new document", (name) => {
  const links = readFileSync(new URL(`../../core/httpapi/${name}`, sources), "utf8").match(/<a [^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !link.includes("data-page-link"))).toEqual([]);
});
