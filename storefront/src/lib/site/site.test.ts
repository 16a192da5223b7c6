import { expect, it, vi } from "vitest";
import type { Site } from "@/lib/api/types";
import { loadSite, ownSite } from "./site";

let key = "";
let answer: () => Promise<Site>;
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-kontor-site": key }) }));
vi.mock("@/lib/api/site", () => ({ fetchSite: () => answer() }));

const away = () => Promise.reject(new TypeError("fetch failed"));

const partner = { ...ownSite, whiteLabel: true, name: "Grafikwerk" };

it("shows no partner's page under the shop's own name while the API is away, which was never asked", async () => {
  answer = away;
  key = "partner";
  await expect(loadSite()).rejects.toThrow("fetch failed");
  key = "";
  expect(await loadSite()).toBe(ownSite);
});

it("shows it by what was known before", async () => {
  vi.useFakeTimers();
  answer = async () => partner;
  key = "partner";
  expect(await loadSite()).toBe(partner);
  answer = away;
  vi.advanceTimersByTime(60_000);
  expect(await loadSite()).toBe(partner);
  vi.useRealTimers();
});
