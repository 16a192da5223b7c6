import { expect, it } from "vitest";
import { joined, pick } from "./pick";

const tree = { a: { x: "1", y: { deep: "2" }, z: "3" }, b: "4", c: { d: "5" } };

it("takes whole parts and parts of parts", () => {
  expect(pick(tree, ["a.x", "a.y", "c"])).toEqual({ a: { x: "1", y: { deep: "2" } }, c: { d: "5" } });
});

it("gives the whole where it and a part of it are named, in either order, and nothing for what is not there", () => {
  expect(pick(tree, ["a.x", "a"]).a).toBe(tree.a);
  expect(pick(tree, ["a", "a.x"]).a).toBe(tree.a);
  expect(pick(tree, ["nowhere", "b"])).toEqual({ b: "4" });
});

it("joins what a page adds with what it has, part by part", () => {
  const account = { login: "1", title: "2" };
  expect(joined({ a: { x: "1" }, account, b: ["compiled"] }, { a: { z: "3" }, account: { orders: "4" } })).toEqual({
    a: { x: "1", z: "3" },
    account: { login: "1", title: "2", orders: "4" },
    b: ["compiled"],
  });
  expect(account).toEqual({ login: "1", title: "2" });
});
