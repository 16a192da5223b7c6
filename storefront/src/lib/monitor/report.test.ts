import { expect, it, vi } from "vitest";
import { reporter } from "./report";

it("sends each error once, ten at most, and bears that none gets through", () => {
  const send = vi.fn(() => Promise.reject(new Error("offline")));
  const report = reporter(send, () => "https://shop.example/warenkorb");
  report("error", "x is undefined", { source: "/a.js", line: 3 });
  report("error", "x is undefined", { source: "/a.js", line: 3 });
  expect(send.mock.calls).toEqual([
    [{ kind: "error", message: "x is undefined", page: "https://shop.example/warenkorb", source: "/a.js", line: 3 }],
  ]);
  for (let n = 0; n < 20; n++) report("report", `message ${n}`);
  expect(send).toHaveBeenCalledTimes(10);
});

it("cuts what is longer than the shop takes", () => {
  const send = vi.fn(() => Promise.resolve());
  reporter(send, () => "")("rejection", "ä".repeat(3000));
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ message: "ä".repeat(1000) }));
});
