import { beforeEach, expect, it, vi } from "vitest";
import { sendEvent } from "@/lib/api/tracking";
import { withdrawEvents } from "@/lib/api/withdraw-events";
import { conversionKey } from "./consent";
import { decide } from "./decide";

vi.mock("@/lib/api/tracking", () => ({
  sendEvent: vi.fn<() => Promise<void>>(() => Promise.resolve()),
}));
vi.mock("@/lib/api/withdraw-events", () => ({
  withdrawEvents: vi.fn<() => Promise<void>>(() => Promise.resolve()),
}));

const kept = new Map<string, string>();
vi.mock("@/lib/remembered/shelf", () => ({
  inBrowser: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
}));

const services = ["matomo", "ads", "ratings"].map((serviceName) => ({
  serviceName,
  templateId: "",
  title: "",
  purpose: "",
}));

beforeEach(() => {
  kept.clear();
  vi.clearAllMocks();
  vi.stubGlobal("window", { dispatchEvent: () => true, location: { href: "https://shop.example/" } });
});

it("takes back what waits for a service that loses its consent", () => {
  decide(services, { matomo: true, ads: true, ratings: true }, "acceptAll");
  expect(withdrawEvents).not.toHaveBeenCalled();
  const visitor = kept.get("kontor.tid");
  kept.set(conversionKey, "100001");
  decide(services, { matomo: true, ads: false, ratings: false }, "save");
  expect(vi.mocked(withdrawEvents).mock.calls).toEqual([[visitor ?? expect.any(String), ["ads"]]]);
  decide(services, { matomo: false, ads: false, ratings: false }, "denyAll");
  expect(vi.mocked(withdrawEvents).mock.calls[1]?.[1]).toEqual(["matomo"]);
  expect(["kontor.tid", conversionKey].filter((key) => kept.has(key))).toEqual([]);
});

it("tells who has consent what was decided of each service, now and before", async () => {
  decide(services, { matomo: true, ads: false, ratings: false }, "save");
  decide(services, { matomo: true, ads: true, ratings: false }, "acceptAll");
  await vi.waitFor(() => expect(sendEvent).toHaveBeenCalledTimes(2));
  const [kind, event] = vi.mocked(sendEvent).mock.calls[1] ?? [];
  expect(kind).toBe("nbb.userConsent");
  expect(event).toMatchObject({
    services: ["matomo", "ads"],
    consentData: [
      { serviceName: "matomo", consentStatus: true, consentHistory: [{ action: "save" }, { action: "acceptAll" }] },
      { serviceName: "ads", consentStatus: true, consentHistory: [{ status: false }, { status: true }] },
      { serviceName: "ratings", consentStatus: false, consentHistory: [{ status: false }, { status: false }] },
    ],
  });
});
