import { expect, it } from "vitest";
import { spread, typed } from "./code";

const empty = ["", "", "", "", "", ""];

it("puts one digit into its box and goes on", () => {
  expect(spread(empty, 2, "7")).toEqual({ boxes: ["", "", "7", "", "", ""], focus: 3 });
  expect(spread(empty, 5, "7")).toEqual({ boxes: ["", "", "", "", "", "7"], focus: 5 });
});

it("fills all boxes with a pasted code, wherever it was pasted", () => {
  const full = { boxes: ["0", "1", "2", "3", "4", "5"], focus: 5 };
  expect(spread(empty, 0, "012345")).toEqual(full);
  expect(spread(empty, 4, " 012 345\n")).toEqual(full);
});

it("takes nothing but digits", () => {
  expect(spread(["1", "", "", "", "", ""], 0, "x")).toEqual({ boxes: empty, focus: 0 });
  expect(spread(empty, 1, "a4b5")).toEqual({ boxes: ["", "4", "5", "", "", ""], focus: 3 });
});

it("replaces a digit by the one typed beside it, and takes a filled-in code whole", () => {
  expect(typed("1", "12")).toBe("2");
  expect(typed("1", "21")).toBe("2");
  expect(typed("1", "11")).toBe("1");
  expect(typed("1", "")).toBe("");
  expect(typed("0", "012345")).toBe("012345");
});
