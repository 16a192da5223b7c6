import { expect, test } from "vitest";
import { offered, readBlocks, shown, storageKey } from "./dashboard";

test("nothing kept is the default set, and an empty list is empty", () => {
  expect(storageKey).toBe("ca-dashboard");
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
  expect(offered(["orders"], false)).toEqual(["customerData", "addressList", "campus"]);
  expect(offered([], false)).not.toContain("creditCards");
  expect(offered(["orders", "customerData", "addressList", "creditCards"], false)).toEqual([]);
});

test("a business has no campus programme, and no place taken by it", () => {
  expect(shown(["orders", "campus"], true)).toEqual(["orders"]);
  expect(shown(["orders", "campus"], false)).toEqual(["orders", "campus"]);
  expect(offered(["orders", "customerData", "campus", "creditCards"], true)).toEqual(["addressList"]);
  expect(offered(["orders", "customerData", "addressList"], true)).toEqual([]);
});
