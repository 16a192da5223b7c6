import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, expect, it, vi } from "vitest";
import { Releases } from "./releases.mjs";

const folder = mkdtempSync(join(tmpdir(), "releases-"));
const common = join(folder, "common");
const servers: http.Server[] = [];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Starts a storefront of a release with one script of its own; it answers 404 for what it leaves to Next.js. */
async function start(release: string, shared?: string) {
  const own = join(folder, release);
  mkdirSync(join(own, "chunks"), { recursive: true });
  writeFileSync(join(own, `chunks/${release}.js`), release);
  writeFileSync(join(own, `chunks/${release}.js.br`), brotliCompressSync(release));
  writeFileSync(join(own, `chunks/${release}.css`), release);
  const releases = new Releases(own, shared);
  const server = http.createServer((request, response) => {
    void releases.serve(request, response, () => void response.writeHead(404).end());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return (path: string, method = "GET", accept = "gzip, br") =>
    new Promise<{ status?: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const headers = { "Accept-Encoding": accept };
      const request = http.request({ port, host: "127.0.0.1", path, method, headers, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      request.on("error", reject).end();
    });
}

afterAll(async () => {
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  rmSync(folder, { recursive: true });
});

it("gives the files of the release before and of the next one", async () => {
  const before = await start("before", common);
  const after = await start("after", common);
  for (const [ask, file] of [
    [after, "before"],
    [before, "after"],
  ] as const) {
    const small = await ask(`/_next/static/chunks/${file}.js?dpl=1`);
    expect(small.status).toBe(200);
    expect(brotliDecompressSync(small.body).toString()).toBe(file);
    expect(small.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(small.headers["content-type"]).toContain("javascript");
    expect(small.headers["cache-control"]).toContain("immutable");
    const plain = await ask(`/_next/static/chunks/${file}.js`, "GET", "gzip");
    expect(plain.body.toString()).toBe(file);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const style = await ask(`/_next/static/chunks/${file}.css`);
    expect(style.body.toString()).toBe(file);
    expect(style.headers["content-type"]).toContain("text/css");
    const head = await ask(`/_next/static/chunks/${file}.js`, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
  }
  writeFileSync(join(folder, "secret.js"), "secret");
  for (const path of ["chunks/before.js", "chunks/none.js", "../secret.js", "%2e%2e/secret.js", "chunks", ""])
    expect((await before(`/_next/static/${path}`)).status, path).toBe(404);
  expect((await before("/_next/static/chunks/after.js", "POST")).status).toBe(404);
  expect(readdirSync(join(common, "chunks")).filter((name) => name.endsWith(".new"))).toEqual([]);
});

it("deletes what no storefront has had for a month, and nothing that one has", async () => {
  const stale = join(common, "chunks/stale.js");
  const own = join(common, "chunks/own.js");
  await start("own", common);
  for (const file of [stale, own]) {
    writeFileSync(file, "own");
    utimesSync(file, daysAgo(31), daysAgo(31));
  }
  await start("own", common);
  expect([existsSync(stale), existsSync(own)]).toEqual([false, true]);
});

it("works without a folder, and with one in which nothing can be written", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const alone = await start("alone");
  expect(told).not.toHaveBeenCalled();
  writeFileSync(join(folder, "file"), "");
  const full = await start("full", join(folder, "file"));
  expect(told).toHaveBeenCalledOnce();
  for (const ask of [alone, full]) expect((await ask("/_next/static/chunks/before.js")).status).toBe(404);
  told.mockRestore();
});
