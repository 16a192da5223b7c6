import { expect, it } from "vitest";
import { newTraceparent } from "./trace";

it("begins a trace of its own at each call", () => {
  const [one, other] = [newTraceparent(), newTraceparent()];
  expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(one).not.toBe(other);
});
