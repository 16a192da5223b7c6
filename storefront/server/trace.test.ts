import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { traceCallsTo, withTrace } from "./trace.mjs";

const servers: http.Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((s) => new Promise((done) => s.close(done)))));

async function listen(listener: http.RequestListener) {
  const server = http.createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("sends the trace of a request with what it asks the API, and nobody else", async () => {
  const echo: http.RequestListener = (request, response) => response.end(request.headers.traceparent ?? "none");
  const [api, stranger] = [await listen(echo), await listen(echo)];
  traceCallsTo(api);
  const page = await listen((request, response) => {
    void withTrace(request, response, async () => {
      await Promise.resolve();
      const asked = [api, stranger].map((of) => fetch(of).then((answer) => answer.text()));
      response.end((await Promise.all(asked)).join(" "));
    });
  });
  const parent = (n: number) => `00-${String(n).repeat(32)}-${"b".repeat(16)}-01`;
  const ask = (traceparent?: string) =>
    fetch(page, { headers: traceparent ? { traceparent } : {} }).then((a) => a.text());
  const answers = await Promise.all([ask(parent(1)), ask(parent(2)), ask(), ask("nonsense")]);
  expect(answers).toEqual([`${parent(1)} none`, `${parent(2)} none`, "none none", "none none"]);
});

it("says of a page that failed whether the API was away", async () => {
  const api = await listen((request, response) => {
    if (request.url === "/cut") return void request.socket.destroy();
    if (request.url === "/hung") return;
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  traceCallsTo(api);
  const page = await listen((request, response) => {
    void withTrace(request, response, async () => {
      await fetch(api + request.url, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
      response.statusCode = Number(request.headers["x-status"] ?? 500);
      response.end();
    });
  });
  const status = (path: string, headers = {}) => fetch(page + path, { headers }).then((a) => a.status);
  expect(await Promise.all(["/503", "/cut", "/hung", "/500", "/200"].map((path) => status(path)))).toEqual([
    503, 503, 503, 500, 500,
  ]);
  expect(await status("/503", { "x-status": "200" })).toBe(200);
});

it("lets nobody keep a page for which the API did not answer all that was asked", async () => {
  const api = await listen((request, response) => {
    if (request.url === "/cut") return void request.socket.destroy();
    if (request.url === "/hung") return;
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  traceCallsTo(api);
  const kept = "public, s-maxage=300";
  const page = await listen((request, response) => {
    void withTrace(request, response, async () => {
      response.setHeader("Cache-Control", kept);
      const answer = fetch(api + request.url, { signal: AbortSignal.timeout(500) }).catch(() => undefined);
      await Promise.race([answer, new Promise((givenUp) => setTimeout(givenUp, 200))]);
      response.end();
    });
  });
  const keeps = (path: string) => fetch(page + path).then(({ headers }) => headers.get("Cache-Control"));
  expect(await Promise.all(["/200", "/404", "/500", "/503", "/cut", "/hung"].map(keeps))).toEqual([
    kept,
    kept,
    "no-store",
    "no-store",
    "no-store",
    "no-store",
  ]);
});
