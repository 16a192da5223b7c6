import { beforeEach, expect, it, vi } from "vitest";
import type * as Outdated from "./outdated";

const file = "/_next/static/chunks/0a1b2c.js";
const failure = Object.assign(new Error(`Failed to load chunk ${file} from module 4711`), { name: "ChunkLoadError" });

type Field = EventTarget & { value: string; isConnected: boolean };

const place = { pathname: "/", reload: vi.fn() };
const kept = new Map<string, string>();
const asked = vi.fn<(file: string) => Promise<{ status: number }>>();
let page: EventTarget;
let outdated: typeof Outdated;

beforeEach(async () => {
  kept.clear();
  vi.resetAllMocks();
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("location", Object.assign(place, { pathname: "/kasse" }));
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  outdated = await import("./outdated");
});

/** Types into a field of the page. */
function type(value: string): Field {
  const field = Object.assign(new EventTarget(), { value, isConnected: true });
  const event = new Event("input");
  Object.defineProperty(event, "target", { value: field });
  page.dispatchEvent(event);
  return field;
}

it("knows that code is gone after a release, and not only out of reach", async () => {
  for (const status of [404, 502, 503, 200]) {
    asked.mockResolvedValueOnce({ status });
    expect(await outdated.isOutdated(failure), String(status)).toBe(status === 404);
  }
  expect(asked).toHaveBeenLastCalledWith(file, expect.objectContaining({ method: "HEAD" }));
  asked.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await outdated.isOutdated(failure)).toBe(false);
  expect(await outdated.isOutdated(new TypeError("no component")), "of another kind").toBe(false);
});

it("loads such a page anew, and once: the new one may be as old, until pages are kept no longer", () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  expect(outdated.renew()).toBe(true);
  vi.advanceTimersByTime(299_000);
  expect(outdated.renew()).toBe(false);
  expect(place.reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_000);
  expect(outdated.renew()).toBe(true);
  vi.useRealTimers();
});

it("keeps what was typed into this page, also in a step before, and not what was on another", () => {
  const field = type("20457");
  expect(outdated.renew()).toBe(false);
  field.isConnected = false;
  expect(outdated.renew()).toBe(false);
  place.pathname = "/warenkorb";
  expect(outdated.renew()).toBe(true);
});

it("takes a field that was emptied for untouched", () => {
  type("20457").value = "";
  expect(outdated.renew()).toBe(true);
});
