import { expect, it } from "vitest";
import { Memory } from "./memory";

it("keeps a value for its time, also one that is undefined", () => {
  const memory = new Memory<string | undefined>(30, 10);
  memory.set("a", "x", 100);
  memory.set("b", undefined, 100);
  expect([memory.get("a", 129), memory.get("b", 129), memory.get("c", 129)]).toMatchObject([
    { value: "x" },
    { value: undefined },
    undefined,
  ]);
  expect(memory.get("a", 130)).toBeUndefined();
});

it("keeps no more than it has room for, however many paths visitors make up", () => {
  const memory = new Memory<number>(30, 2);
  memory.set("a", 1, 0);
  memory.set("b", 2, 0);
  memory.set("a", 3, 1);
  memory.set("c", 4, 1);
  expect(["a", "b", "c"].map((key) => memory.get(key, 1)?.value)).toEqual([3, undefined, 4]);
});
