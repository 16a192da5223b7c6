import { afterEach, expect, it, vi } from "vitest";
import { inTime, patienceMs } from "./in-time";

afterEach(() => vi.useRealTimers());

it("gives what comes in time, and does not wait for ever for what does not", async () => {
  vi.useFakeTimers();
  expect(await inTime(Promise.resolve(1))).toBe(1);
  await expect(inTime(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(vi.getTimerCount(), "and leaves no timer behind").toBe(0);
  const silent = expect(inTime(new Promise(() => {}))).rejects.toThrow("provider_silent");
  await vi.advanceTimersByTimeAsync(patienceMs);
  await silent;
});
