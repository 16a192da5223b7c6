import { expect, it, onTestFinished, vi } from "vitest";
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

it("does not hold a page up for an ad that does not come, whatever becomes of the call", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.mocked(fetchAds).mockReturnValue(new Promise(() => {}));
  const page = ReservedSlot({ target: "home-middle", path: "/" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.race([page, "still waits"])).not.toBe("still waits");
});
