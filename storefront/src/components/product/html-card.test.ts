import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = new URL("../../", import.meta.url);

it("has a style for every class of the server's card: Tailwind makes those that it finds in the storefront", () => {
  const card = readFileSync(new URL("../../core/httpapi/card.html", sources), "utf8");
  const used = [...card.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, classes]) => classes?.split(" ") ?? []);
  const known = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .flatMap((name) => readFileSync(new URL(name, sources), "utf8").split(/[\s"'`]+/));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((one) => !known.includes(one))).toEqual([]);
});
