import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { maxFile, today, wrongOf, type Form } from "./upload-rule";

const now = "2026-03-10";
const good: Form = {
  type: "1",
  school: "TUM",
  from: "2025-10-01",
  to: "2026-03-31",
  born: "2010-03-10",
  terms: true,
};
const pdf = { size: 100, type: "application/pdf" };

describe("wrongOf", () => {
  it("finds nothing in a whole form, on the very birthday too", () => {
    expect(wrongOf(good, pdf, now)).toEqual({});
  });
  it.each([
    [{ ...good, type: "" }, pdf, { type: "missing" }],
    [{ ...good, school: "TU" }, pdf, { school: "school" }],
    [{ ...good, from: "2026-03-11" }, pdf, { from: "date" }],
    [{ ...good, to: "2026-03-09" }, pdf, { to: "date" }],
    [{ ...good, born: "2010-03-11" }, pdf, { born: "young" }],
    [{ ...good, terms: false }, pdf, { terms: "terms" }],
    [good, undefined, { file: "file" }],
    [good, { ...pdf, size: maxFile + 1 }, { file: "big" }],
    [good, { ...pdf, type: "text/html" }, { file: "type" }],
  ])("finds what is wrong (%#)", (form, file, wrong) => {
    expect(wrongOf(form, file, now)).toEqual(wrong);
  });
});

it.each(["America/Los_Angeles", "Pacific/Auckland"])("knows which day it is in the shop from %s", (zone) => {
  vi.stubEnv("TZ", zone);
  vi.useFakeTimers();
  for (const [now, day] of [
    ["2028-02-28T22:59:59Z", "2028-02-28"],
    ["2028-02-28T23:00:00Z", "2028-02-29"],
    ["2026-03-31T21:59:59Z", "2026-03-31"],
    ["2026-03-31T22:00:00Z", "2026-04-01"],
  ] as const) {
    vi.setSystemTime(now);
    expect(today(), now).toBe(day);
  }
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Case = { type: number; school: string; from: string; to: string; born: string; wrong: string[] };
const field: Record<string, string> = {
  type: "studentType",
  school: "studentSchool",
  from: "studentValidFrom",
  to: "studentValidTo",
  born: "studentBirthday",
};

it("decides every case of the server's table as the server does", () => {
  const path = new URL("../../../../core/campus/testdata/claims.json", import.meta.url);
  const cases = JSON.parse(readFileSync(path, "utf8")) as Case[];
  expect(cases.length).toBeGreaterThan(30);
  for (const { wrong, type, ...texts } of cases) {
    const chosen = type >= 1 && type <= 4 ? String(type) : ""; // the form has no others
    const found = Object.keys(wrongOf({ ...texts, type: chosen, terms: true }, pdf, now)).map((name) => field[name]);
    expect({ ...texts, type, wrong: found.sort() }).toEqual({ ...texts, type, wrong });
  }
});
