import { afterEach, expect, it, vi } from "vitest";
import { answer, api, inLanguage } from "./client";
import { reasonOf } from "./error";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("gives up on the server what is not answered within five seconds, though the call hears nothing of that", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const given = vi.fn();
  answer(api.GET("/api/home", inLanguage("de"))).catch((error: Error) => given(error.name));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(given).toHaveBeenCalledWith("TimeoutError");
});

it("gives up an answer that stops in the middle, too", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: Request, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start(answer) {
        answer.enqueue(new TextEncoder().encode('{"slides": ['));
        signal.addEventListener("abort", () => answer.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  const given = vi.fn();
  answer(api.GET("/api/home", inLanguage("de"))).catch((error: Error) => given(error.name));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(given).toHaveBeenCalledWith("TimeoutError");
});

it.each([
  ["", "no words at all"],
  ["<html>Too many requests</html>", "its page"],
  ["null", "nothing"],
])("tells of too many requests though a proxy answers with %j, %s", async (body) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status: 429 })));
  const failed = answer(api.GET("/api/home", inLanguage("de")));
  await expect(failed).rejects.toMatchObject({ status: 429, reason: "too_many_requests", fields: [] });
});

it.each(["", "null"])(
  "takes an answer without content (%j) for lost on the way: nobody knows what became of the call",
  async (body) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    const lost = await answer(api.GET("/api/home", inLanguage("de"))).catch((error: unknown) => error);
    expect(reasonOf(lost)).toBe("network");
  },
);
