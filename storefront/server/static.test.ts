import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Compressed } from "./static.mjs";

const source = "let price = 1;".repeat(50);
const folder = mkdtempSync(join(tmpdir(), "static-"));
let server: http.Server;

beforeAll(async () => {
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks/a.js"), source);
  writeFileSync(join(folder, "chunks/a.js.br"), brotliCompressSync(source));
  const compressed = new Compressed(folder);
  server = http.createServer((request, response) => {
    if (!compressed.serve(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

function ask(path: string, headers: Record<string, string>, method = "GET") {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status?: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const request = http.request({ port, host: "127.0.0.1", path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on("error", reject).end();
  });
}

it("gives what the build compressed, to be kept for ever", async () => {
  const { status, headers, body } = await ask("/_next/static/chunks/a.js", {
    "Accept-Encoding": "gzip, deflate, br, zstd",
  });
  expect(status).toBe(200);
  expect(brotliDecompressSync(body).toString()).toBe(source);
  expect(headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
  expect(headers["cache-control"]).toContain("immutable");
  expect(headers["content-type"]).toContain("javascript");
});

it.each([
  ["whom does not take it", "/_next/static/chunks/a.js", "gzip", "GET"],
  ["who refuses it", "/_next/static/chunks/a.js", "gzip, br;q=0", "GET"],
  ["what there is not", "/_next/static/chunks/b.js", "br", "GET"],
  ["what lies elsewhere", "/_next/static/../a.js", "br", "GET"],
  ["other methods", "/_next/static/chunks/a.js", "br", "POST"],
])("leaves %s to the server behind", async (_, path, accept, method) => {
  expect((await ask(path, { "Accept-Encoding": accept }, method)).status).toBe(404);
});
