import { createHash } from "node:crypto";
import { brotliCompress, constants, gzip } from "node:zlib";
import { withWords } from "./blank.mjs";
import { withScriptsLater } from "./later.mjs";
import { scriptsOf } from "./scripts.mjs";
import { takesBrotli } from "./static.mjs";

/**
 * The policy of a page: scripts from the shop's own origin and the page's own inline ones, by hash. Style attributes are
 * allowed inline, because React and the sliders set them.
 *
 * @param {Buffer} page
 */
export function policyOf(page) {
  const hashes = new Set();
  for (const { tag, source, close } of scriptsOf(page)) {
    if (/\ssrc=/.test(tag)) continue;
    const hash = createHash("sha256").update(page.subarray(source, close));
    hashes.add(`'sha256-${hash.digest("base64")}'`);
  }
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(" ")}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const textual = /^(text\/|application\/(javascript|json)|image\/svg)/;

// What the front door keeps for everyone holds nothing that a script would have to make out first. A page that failed is none
// of these: it is blank until its scripts say so, but for those who have none.
const forEveryone = (response) => String(response.getHeader("cache-control") ?? "").includes("s-maxage");

// A listing's page is a seventh smaller with Brotli than with gzip, in the same time; better ones take three times as long.
const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 5 };
const codings = { br: (body, done) => brotliCompress(body, { params }, done), gzip };

const codingFor = (request) => {
  if (takesBrotli(request)) return "br";
  return String(request.headers["accept-encoding"] ?? "").includes("gzip") ? "gzip" : undefined;
};

/**
 * Holds a textual response back until it is whole, then sends it: compressed if the client takes it, and a page with its
 * policy and its starter. texts are the messages of a page that is blank without scripts. Everything else passes unchanged.
 */
export function withPolicy(request, response, texts) {
  const { write, end, flushHeaders } = response;
  const coding = codingFor(request);
  const type = () => String(response.getHeader("content-type") ?? "");
  const chunks = [];
  let held;
  const holds = () => {
    held ??= !response.headersSent && response.statusCode !== 206 && textual.test(type());
    return held;
  };
  const keep = (chunk, encoding) => {
    if (chunk)
      chunks.push(
        Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8"),
      );
  };
  response.flushHeaders = () => {
    if (!holds()) flushHeaders.call(response);
  };
  response.write = (chunk, encoding, done) => {
    if (!holds()) return write.call(response, chunk, encoding, done);
    keep(chunk, encoding);
    (typeof encoding === "function" ? encoding : done)?.();
    return true;
  };
  response.end = (chunk, encoding, done) => {
    if (!holds()) return end.call(response, chunk, encoding, done);
    if (typeof chunk !== "function") keep(chunk, encoding);
    let whole = Buffer.concat(chunks);
    if (response.statusCode >= 500) response.setHeader("Cache-Control", "no-store"); // Next says the same of every page
    if (type().startsWith("text/html")) {
      if (texts) whole = withWords(whole, { status: response.statusCode, path: request.url, texts });
      whole = withScriptsLater(whole, forEveryone(response));
      response.setHeader("Content-Security-Policy", policyOf(whole));
    }
    response.appendHeader("Vary", "Accept-Encoding");
    const called = [chunk, encoding, done].find((argument) => typeof argument === "function");
    const send = (body) => {
      response.setHeader("Content-Length", body.length);
      end.call(response, body, called);
    };
    if (whole.length === 0) end.call(response, called);
    else if (!coding) send(whole);
    else
      // On another thread: this one renders the next page meanwhile.
      codings[coding](whole, (failed, body) => {
        if (!failed) response.setHeader("Content-Encoding", coding);
        send(failed ? whole : body);
      });
    return response;
  };
  return response;
}
