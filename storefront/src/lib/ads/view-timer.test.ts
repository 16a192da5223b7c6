import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ViewTimer } from "./view-timer";

const seen = vi.fn();
const refresh = vi.fn();
const held = vi.fn(() => false);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

it("fills anew a minute after a second in view", () => {
  new ViewTimer(seen, refresh, held).inView(true);
  vi.advanceTimersByTime(999);
  expect(seen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(seen).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(59_999);
  expect(refresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(refresh).toHaveBeenCalledOnce();
});

it("begins to count anew when it was out of view, and no more once it was seen", () => {
  const timer = new ViewTimer(seen, refresh, held);
  timer.inView(true);
  vi.advanceTimersByTime(900);
  timer.inView(false);
  vi.advanceTimersByTime(5_000);
  timer.inView(true);
  vi.advanceTimersByTime(900);
  expect(seen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  timer.inView(false);
  timer.inView(true);
  vi.advanceTimersByTime(60_000);
  expect(seen).toHaveBeenCalledOnce();
  expect(refresh).toHaveBeenCalledOnce();
});

it("does nothing after its end", () => {
  const timer = new ViewTimer(seen, refresh, held);
  timer.inView(true);
  vi.advanceTimersByTime(1_000);
  timer.stop();
  vi.advanceTimersByTime(120_000);
  expect(refresh).not.toHaveBeenCalled();
});

it("takes an ad from nobody who has the pointer or the focus on it", () => {
  held.mockReturnValue(true);
  new ViewTimer(seen, refresh, held).inView(true);
  vi.advanceTimersByTime(90_000);
  expect(refresh).not.toHaveBeenCalled();
  held.mockReturnValue(false);
  vi.advanceTimersByTime(1_000);
  expect(refresh).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(120_000);
  expect(refresh).toHaveBeenCalledOnce();
});
