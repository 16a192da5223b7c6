import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const src = path.resolve(import.meta.dirname, "../..");
const count = (text: string, part: string) => text.split(part).length - 1;

it("stands in every link that opens a tab of its own", () => {
  const files = (readdirSync(src, { recursive: true }) as string[]).filter((file) => file.endsWith(".tsx"));
  const opening = files
    .map((file) => [file, readFileSync(path.join(src, file), "utf8")] as const)
    .filter(([, source]) => source.includes("_blank"));
  expect(opening).not.toEqual([]);
  for (const [file, source] of opening) expect(count(source, "<NewTab />"), file).toBe(count(source, "_blank"));
});
