// Starts the built storefront. Every page gets a Content-Security-Policy that names the hashes of its own inline scripts:
// pages are cached for everyone, so a nonce would be shared and worth nothing, while a hash stays true for its page.
import http from "node:http";
import { readTexts } from "./blank.mjs";
import { keepFormats } from "./intl.mjs";
import { withPolicy } from "./policy.mjs";
import { Releases } from "./releases.mjs";
import { Compressed } from "./static.mjs";
import { traceCallsTo, withTrace } from "./trace.mjs";

keepFormats();
traceCallsTo(new URL(process.env.KONTOR_API_URL ?? "http://127.0.0.1:8080").origin);

const files = new URL(".next/static", import.meta.url).pathname;
const compressed = new Compressed(files);
const releases = new Releases(files, process.env.KONTOR_STATIC_DIR);
// More than the front door takes (core/httpapi), which adds to what it passes on.
const maxHeaderSize = 80 << 10;
const texts = readTexts();
const createServer = http.createServer;
http.createServer = (...args) => {
  const listener = args.at(-1);
  if (typeof listener !== "function") return createServer(...args);
  const options = args.length > 1 ? args[0] : {};
  return createServer({ ...options, maxHeaderSize }, (request, response) =>
    compressed.serve(request, response)
      ? undefined
      : releases.serve(request, response, () =>
          withTrace(request, response, () => listener(request, withPolicy(request, response, texts))),
        ),
  );
};

await import("./next-server.js");
