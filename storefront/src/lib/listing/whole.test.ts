import { expect, it } from "vitest";
import { wholeOf } from "./whole";

it("reads a number as people write it", () => {
  for (const text of [
    "1300",
    " 1300 ",
    "1.300",
    "1,300",
    "1 300",
    "1\u00a0300",
    "1300,50",
    "1.300,50",
    "1,300.50",
    "1300 €",
  ])
    expect(wholeOf(text), text).toBe(1300);
  expect(wholeOf("1.299.000")).toBe(1_299_000);
  expect(wholeOf("12.5")).toBe(12);
  expect(wholeOf("viel")).toBeNaN();
});
