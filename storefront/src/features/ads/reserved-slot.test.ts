import { expect, it, vi } from "vitest";
import { fetchAds } from "@/lib/api/content";
import { siteKey } from "@/lib/site/site";
import { ReservedSlot } from "./reserved-slot";

vi.mock("next-intl/server", () => ({ getLocale: () => Promise.resolve("de") }));
vi.mock("@/lib/api/content", () => ({
  fetchAds: vi.fn(() => Promise.resolve({ error: "", rotationIsActive: false, templates: {} })),
}));
vi.mock("@/lib/site/site", () => ({ siteKey: vi.fn(() => Promise.resolve("")) }));
vi.mock("./ad-slot", () => ({ AdSlot: () => null }));

it("asks for the ads of whose shop the page is, and keeps them apart", async () => {
  const slot = { target: "listing-top", path: "/kategorie/grafikkarten" };
  await ReservedSlot(slot);
  vi.mocked(siteKey).mockResolvedValue("partner");
  await ReservedSlot(slot);
  await ReservedSlot(slot);
  const sites = vi.mocked(fetchAds).mock.calls.map(([, , , site]) => site);
  expect(sites).toEqual(["", "", "partner", "partner"]); // for phones and for all others, once each
});

it("does not hold a page up for an ad that does not come", async () => {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  vi.mocked(fetchAds).mockImplementation((_targets, _context, _lang, _site, signal) =>
    signal?.aborted ? Promise.reject(new Error("late")) : new Promise(() => {}),
  );
  await expect(ReservedSlot({ target: "home-middle", path: "/" })).resolves.toBeDefined();
});
