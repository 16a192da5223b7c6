import { expect, test } from "vitest";
import { offered, readBlocks } from "./dashboard";

test("nothing kept is the default set, and an empty list is empty", () => {
  expect(readBlocks(null)).toEqual(["orders", "customerData", "addressList"]);
  expect(readBlocks("")).toEqual([]);
});

test("what is kept is read with care", () => {
  expect(readBlocks("addressList,orders,orders,nonsense,creditCards")).toEqual([
    "addressList",
    "orders",
    "creditCards",
  ]);
});

test("what is not shown can be added, but never the credit cards", () => {
  expect(offered(["orders"])).toEqual(["customerData", "addressList"]);
  expect(offered([])).not.toContain("creditCards");
  expect(offered(["orders", "customerData", "addressList", "creditCards"])).toEqual([]);
});
