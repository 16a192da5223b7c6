import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { policyOf, withPolicy } from "./policy.mjs";

const hashOf = (source: string) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;

describe("policyOf", () => {
  it("names every inline script by its hash, and no other", () => {
    const policy = policyOf(
      Buffer.from(`<script>a()</script><script src="/b.js"></script><script id="x">c("ä")</script>`),
    );
    expect(policy).toContain(`script-src 'self' ${hashOf("a()")} ${hashOf('c("ä")')};`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

describe("withPolicy", () => {
  let server: http.Server;
  afterEach(() => new Promise((done) => server.close(done)));

  async function ask(listener: http.RequestListener, headers: Record<string, string> = {}) {
    server = http.createServer((request, response) => listener(request, withPolicy(request, response)));
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    return new Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      http
        .get({ port, host: "127.0.0.1", headers, agent: false }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
        })
        .on("error", reject);
    });
  }

  it("gives a page that is written in parts one policy and one length", async () => {
    const answer = await ask((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.flushHeaders();
      response.write("<script>on");
      response.write("e()</script>ö");
      response.end("</html>");
    });
    expect(answer.body.toString()).toBe("<script>one()</script>ö</html>");
    expect(answer.headers["content-security-policy"]).toContain(hashOf("one()"));
    expect(answer.headers["content-length"]).toBe(String(answer.body.length));
  });

  it("has a page for everyone wait with its scripts, unless it failed, which nobody keeps and they have to say", async () => {
    const waits = async (status: number) => {
      const { body, headers } = await ask((_, response) => {
        response.statusCode = status;
        response.setHeader("Content-Type", "text/html");
        response.setHeader("Cache-Control", "public, s-maxage=300");
        response.end("<head></head>");
      });
      server.close();
      return [headers["cache-control"], body.toString().includes("[], true)</script>")];
    };
    expect(await waits(200)).toEqual(["public, s-maxage=300", true]);
    expect(await waits(500)).toEqual(["no-store", false]);
  });

  it.each([
    ["gzip, br", "br", brotliDecompressSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
    ["deflate", undefined, (body: Buffer) => body],
  ] as const)("compresses for those who take %s, and says that it depends on them", async (takes, coding, unpack) => {
    const answer = await ask(
      (_, response) => {
        response.setHeader("Content-Type", "application/javascript");
        response.end("let a = 1;");
      },
      { "Accept-Encoding": takes },
    );
    expect(answer.headers["content-encoding"]).toBe(coding);
    expect(unpack(answer.body).toString()).toBe("let a = 1;");
    expect(answer.headers.vary).toContain("Accept-Encoding");
    expect(answer.headers["content-security-policy"]).toBeUndefined();
  });

  it("passes fonts and images through as they are", async () => {
    const font = Buffer.from([0, 1, 2, 255]);
    const answer = await ask(
      (_, response) => {
        response.setHeader("Content-Type", "font/woff2");
        response.end(font);
      },
      { "Accept-Encoding": "gzip" },
    );
    expect(answer.body).toEqual(font);
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });
});
