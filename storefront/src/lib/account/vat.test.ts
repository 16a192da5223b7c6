import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Rules } from "@/lib/checkout/rules";
import { isVatId, normalVatId, vatPrefix } from "./vat";

const shared = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../../core/vat/${name}`, import.meta.url), "utf8")) as T;

it("decides every case of the server's table as the server does", () => {
  const rules = shared<Rules["vatIds"]>("rules.json");
  const cases = shared<{ id: string; valid: boolean }[]>("testdata/cases.json");
  expect(cases.length).toBeGreaterThan(100);
  expect(cases.filter((one) => isVatId(rules, one.id) !== one.valid)).toEqual([]);
});

it("takes out what people put between the digits", () => {
  expect(normalVatId(" de 136.695-976 ")).toBe("DE136695976");
  expect(vatPrefix("GR")).toBe("EL");
});
