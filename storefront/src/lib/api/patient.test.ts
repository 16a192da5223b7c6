import { expect, it, vi } from "vitest";
import { patient } from "./patient";

const refused = (reason: string) => Response.json({ error: { code: "unavailable", reason } }, { status: 503 });
const order = () => new Request("http://shop.test/api/checkout/process", { method: "POST", body: '{"total":1}' });
const at = () => Promise.resolve();

it("sends again what was refused for too much at once, with its body", async () => {
  const bodies: string[] = [];
  const send = async (request: Request) => {
    bodies.push(await request.text());
    return bodies.length < 3 ? refused("overloaded") : Response.json({ successful: true });
  };
  expect((await patient(send, at)(order())).status).toBe(200);
  expect(bodies).toEqual(['{"total":1}', '{"total":1}', '{"total":1}']);
});

it("sends again what was under way while a log-in renewed the cookie, but no other refusal for want of one", async () => {
  const refusal = (reason: string) => Response.json({ error: { code: "unauthenticated", reason } }, { status: 401 });
  const send = vi.fn(() => Promise.resolve(refusal("session_missing")));
  send.mockImplementationOnce(() => Promise.resolve(refusal("session_renewed")));
  expect((await patient(send, at)(order())).status).toBe(401);
  expect(send).toHaveBeenCalledTimes(2);
});

it("gives up at some point, and says so", async () => {
  const send = vi.fn(() => Promise.resolve(refused("overloaded")));
  const answer = await patient(send, at)(order());
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { reason: "overloaded" } });
  expect(send).toHaveBeenCalledTimes(6);
});

it("repeats nothing that may have been begun", async () => {
  for (const other of [
    refused("checkout_unavailable"),
    new Response("", { status: 503 }),
    new Response("", { status: 500 }),
    Response.json({ error: { code: "conflict", reason: "overloaded" } }, { status: 409 }),
  ]) {
    const send = vi.fn(() => Promise.resolve(other));
    expect(await patient(send, at)(order())).toBe(other);
    expect(send).toHaveBeenCalledTimes(1);
  }
});

it("does not wait for an answer for ever", async () => {
  const never = (request: Request) =>
    new Promise<Response>((_, fail) => request.signal.addEventListener("abort", () => fail(new Error("lost"))));
  await expect(patient(never, at, () => AbortSignal.timeout(1))(order())).rejects.toThrow("lost");
});

it("does not keep a leaving page waiting", () => {
  const send = vi.fn(() => Promise.resolve(refused("overloaded")));
  const last = new Request("http://shop.test/api/tracking/add", { method: "POST", body: "{}", keepalive: true });
  void patient(send, at)(last);
  expect(send).toHaveBeenCalledExactlyOnceWith(last);
});
