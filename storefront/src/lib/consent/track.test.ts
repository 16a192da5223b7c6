import { afterEach, expect, it, vi } from "vitest";
import { sendEvent } from "@/lib/api/tracking";
import { withoutToken } from "./address";
import { trackScrolling } from "./track";

vi.mock("@/lib/api/tracking", () => ({ sendEvent: vi.fn<() => Promise<void>>(() => Promise.resolve()) }));
vi.mock("./consent", () => ({
  grantedServices: () => ["event-analytics"],
  readConsent: () => ({ "event-analytics": true }),
  trackingId: () => "visitor",
}));

afterEach(() => vi.unstubAllGlobals());

it("takes the token of a mailed link out of an address, and nothing else", () => {
  expect(withoutToken("https://shop.example/kundenkonto/passwort+vergessen?token=secret")).toBe(
    "https://shop.example/kundenkonto/passwort+vergessen",
  );
  expect(withoutToken("https://shop.example/newsletter/abmelden?utm_source=mail&token=secret#top")).toBe(
    "https://shop.example/newsletter/abmelden?utm_source=mail#top",
  );
  for (const address of ["", "https://shop.example/suche?q=a%20b+c", "no address"])
    expect(withoutToken(address)).toBe(address);
});

it("tells no service the token of the page that is looked at, or of the one before", async () => {
  vi.stubGlobal("document", { referrer: "https://shop.example/studentenprogramm/bestaetigen?token=secret" });
  trackScrolling("https://shop.example/kundenkonto/passwort+vergessen?token=secret", [{}], false);
  await vi.waitFor(() => expect(sendEvent).toHaveBeenCalled());
  const sent = JSON.stringify(vi.mocked(sendEvent).mock.calls);
  expect(sent).toContain("/kundenkonto/passwort+vergessen");
  expect(sent).not.toContain("secret");
});
