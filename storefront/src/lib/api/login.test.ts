import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blockedFor, login, submitCode } from "./login";

const shop = Date.parse("2026-03-31T21:59:00Z");
const dayMs = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ["right", 0],
  ["two days slow", -2 * dayMs],
  ["two days fast", 2 * dayMs],
])("counts a block by the shop's clock where the visitor's is %s", async (_, wrong) => {
  vi.setSystemTime(shop + wrong);
  const body = JSON.stringify({ error: { reason: "login_blocked" }, loginBlockedUntil: shop / 1000 + 125 });
  const headers = { Date: new Date(shop).toUTCString(), "Content-Type": "application/json" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status: 403, headers })));
  const refused = await login("kim@kontor.example", "Zug7Berg", "de").catch((error: unknown) => error);
  expect(blockedFor(refused)).toBe(125);
});

it("counts by the visitor's clock where the answer names no time, and finds no block in another refusal", async () => {
  vi.setSystemTime(shop);
  const refusal = async (status: number, body: object) => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
    return login("kim@kontor.example", "Zug7Berg", "de").catch((error: unknown) => error);
  };
  expect(blockedFor(await refusal(403, { loginBlockedUntil: shop / 1000 + 60 }))).toBe(60);
  expect(blockedFor(await refusal(403, { error: { reason: "forbidden" } }))).toBeLessThanOrEqual(0);
  expect(blockedFor(await refusal(401, { loginBlockedUntil: shop / 1000 + 60 }))).toBe(0);
});

it.each([
  ["the password", () => login("kim@kontor.example", "Zug7Berg", "de")],
  ["the code", () => submitCode("123456", "de")],
])(
  "sends %s so that its answer comes though the page is left, and again where the shop is crowded",
  async (_, send) => {
    const sent: (boolean | undefined)[] = [];
    vi.stubGlobal("fetch", (_: Request, init?: RequestInit) => {
      sent.push(init?.keepalive);
      const crowded = Response.json({ error: { reason: "overloaded" } }, { status: 503 });
      return Promise.resolve(sent.length < 2 ? crowded : Response.json({ successful: true }));
    });
    const answered = send();
    await vi.runAllTimersAsync();
    expect(await answered).toEqual({ successful: true });
    expect(sent).toEqual([true, true]);
  },
);
