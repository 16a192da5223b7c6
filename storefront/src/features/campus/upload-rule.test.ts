import { describe, expect, it } from "vitest";
import { maxFile, wrongOf, type Form } from "./upload-rule";

const now = "2026-03-10";
const good: Form = {
  type: "1",
  school: "TU",
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
    [{ ...good, school: " " }, pdf, { school: "missing" }],
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
