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
