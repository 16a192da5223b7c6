import { afterEach, expect, it, vi } from "vitest";
import { inBrowser, inTab } from "./shelf";

function browserWith(storage: object | undefined) {
  const property = storage
    ? { get: () => storage }
    : {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      };
  vi.stubGlobal("window", Object.defineProperties({}, { localStorage: property, sessionStorage: property }));
}

afterEach(() => vi.unstubAllGlobals());

it("keeps what the browser keeps", () => {
  const kept = new Map<string, string>();
  browserWith({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
  inTab.setItem("a", "1");
  expect([...kept]).toEqual([["a", "1"]]);
  kept.set("a", "another tab's");
  expect(inTab.getItem("a")).toBe("another tab's");
  inTab.removeItem("a");
  expect(inTab.getItem("a")).toBeNull();
});

it("remembers while the page is open where the browser keeps nothing", () => {
  browserWith(undefined);
  expect(inBrowser.getItem("a")).toBeNull();
  inBrowser.setItem("a", "1");
  expect(inBrowser.getItem("a")).toBe("1");
  expect(inTab.getItem("a"), "each for itself").toBeNull();
  inBrowser.removeItem("a");
  expect(inBrowser.getItem("a")).toBeNull();
});

it("has the newest of what found no room, and what is there as soon as there is room again", () => {
  const kept = new Map([["a", "old"]]);
  let full = true;
  browserWith({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, text);
    },
    removeItem: (name: string) => void kept.delete(name),
  });
  inBrowser.setItem("a", "new");
  expect(inBrowser.getItem("a")).toBe("new");
  full = false;
  inBrowser.setItem("a", "newest");
  kept.set("a", "another tab's");
  expect(inBrowser.getItem("a")).toBe("another tab's");
});
