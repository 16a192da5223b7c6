import { expect, it } from "vitest";
import { truncateName } from "./truncate";

it("keeps names of 25 characters and cuts longer ones, counting characters and not code units", () => {
  expect(truncateName("a".repeat(25))).toBe("a".repeat(25));
  expect(truncateName("a".repeat(26))).toBe(`${"a".repeat(25)}...`);
  expect(truncateName("😀".repeat(26))).toBe(`${"😀".repeat(25)}...`);
});
