import { expect, it } from "vitest";
import { keysOf } from "./keys";

it("gives the same content the same key, and what was changed another", () => {
  let made = 0;
  const keyOf = keysOf(() => `key ${++made}`);
  expect(keyOf({ text: "a" })).toBe("key 1");
  expect(keyOf({ text: "a" })).toBe("key 1");
  expect(keyOf({ text: "b" })).toBe("key 2");
  expect(keyOf({ text: "a" })).toBe("key 1");
});
