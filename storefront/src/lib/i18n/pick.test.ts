import { expect, it } from "vitest";
import { pick } from "./pick";

const tree = { a: { x: "1", y: { deep: "2" }, z: "3" }, b: "4", c: { d: "5" } };

it("takes whole parts and parts of parts", () => {
  expect(pick(tree, ["a.x", "a.y", "c"])).toEqual({ a: { x: "1", y: { deep: "2" } }, c: { d: "5" } });
});

it("gives the whole where it and a part of it are named, in either order, and nothing for what is not there", () => {
  expect(pick(tree, ["a.x", "a"]).a).toBe(tree.a);
  expect(pick(tree, ["a", "a.x"]).a).toBe(tree.a);
  expect(pick(tree, ["nowhere", "b"])).toEqual({ b: "4" });
});
