import { environmentManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { queryClient } from "./client";

vi.mock("@/lib/monitor/report", () => ({ report: () => {} }));

const isOld = (client: ReturnType<typeof queryClient>) => client.getQueryState(["header"])?.isInvalidated;

environmentManager.setIsServer(() => false);

afterEach(() => {
  vi.useRealTimers();
});

function seen(): ReturnType<typeof queryClient> {
  const client = queryClient();
  client.setQueryData(["header"], { isLoggedIn: true });
  return client;
}

it("reads again who is logged in where a call says that nobody is: the session was ended elsewhere", async () => {
  const reads = seen();
  const asked = reads.fetchQuery({
    queryKey: ["addresses"],
    queryFn: () => Promise.reject(new ApiError(401, "login_required")),
  });
  await expect(asked).rejects.toThrow();
  expect(isOld(reads)).toBe(true);

  const changes = seen();
  const mutation = changes
    .getMutationCache()
    .build(changes, { mutationFn: () => Promise.reject(new ApiError(401, "login_required")) });
  await expect(mutation.execute(undefined)).rejects.toThrow();
  expect(isOld(changes)).toBe(true);
});

it("leaves it at any other refusal: what waits for the password goes on by itself", async () => {
  const client = seen();
  const asked = client.fetchQuery({
    queryKey: ["addresses"],
    queryFn: () => Promise.reject(new ApiError(401, "full_login_required")),
  });
  await expect(asked).rejects.toThrow();
  expect(isOld(client)).toBe(false);
});

it("reads again what a change may have made whose answer was lost, and not what was refused", async () => {
  for (const [error, old] of [
    [new TypeError("Failed to fetch"), true],
    [new ApiError(502, "internal"), true],
    [new ApiError(404, "product_not_found"), false],
  ] as const) {
    const client = seen();
    client.setQueryData(["cart"], {});
    const change = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error) });
    await expect(change.execute(undefined)).rejects.toThrow();
    expect([isOld(client), client.getQueryState(["cart"])?.isInvalidated]).toEqual([old, old]);
  }
});

it("does not ask on and on where nothing can be read", async () => {
  const client = seen();
  const asked = client.fetchQuery({ queryKey: ["cart"], queryFn: () => Promise.reject(new ApiError(503, "busy")) });
  await expect(asked).rejects.toThrow();
  expect(isOld(client)).toBe(false);
});

/** How often a query that fails so is asked within a time. */
async function asked(error: Error, withinMs: number): Promise<number> {
  vi.useFakeTimers();
  const read = vi.fn(() => Promise.reject(error));
  const end = new QueryObserver(queryClient(), { queryKey: ["orders"], queryFn: read }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(withinMs);
  end();
  return read.mock.calls.length;
}

it("tries again by itself what failed, after pauses that grow", async () => {
  const down = new ApiError(503, "unavailable");
  expect(await asked(down, 9_900)).toBe(1);
  expect(await asked(down, 10_100)).toBe(2);
  expect(await asked(down, 31_000)).toBe(3);
  expect(await asked(down, 260_000)).toBe(7); // 10, 30, 60, 100, 150, 210
  expect(await asked(new ApiError(429, "too_many_requests"), 10_100)).toBe(2);
});

it("leaves what was refused alone", async () => {
  expect(await asked(new ApiError(404, "order_not_found"), 600_000)).toBe(1);
});

it("asks once more what was lost on the way, and at once tells of what got no answer for so long that it was given up", async () => {
  expect(await asked(new TypeError("Failed to fetch"), 9_000)).toBe(2);
  expect(await asked(new DOMException("signal timed out", "TimeoutError"), 9_000)).toBe(1);
});
