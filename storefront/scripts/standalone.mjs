// Makes .next/standalone complete and runnable by itself: static files beside the server, and before Next's own server
// the one that adds the Content-Security-Policy. Run by `npm run build`.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const root = new URL("..", import.meta.url).pathname;
const out = `${root}.next/standalone`;

cpSync(`${root}.next/static`, `${out}/.next/static`, { recursive: true });
if (existsSync(`${root}public`)) cpSync(`${root}public`, `${out}/public`, { recursive: true });
renameSync(`${out}/server.js`, `${out}/next-server.js`);
cpSync(`${root}server/server.mjs`, `${out}/server.js`);
cpSync(`${root}messages`, `${out}/messages`, { recursive: true, filter: (file) => !file.endsWith(".ts") });
for (const part of [
  "blank.mjs",
  "intl.mjs",
  "later.mjs",
  "policy.mjs",
  "releases.mjs",
  "scripts.mjs",
  "starter.js",
  "static.mjs",
  "trace.mjs",
])
  cpSync(`${root}server/${part}`, `${out}/${part}`);

// As small as they get, once: server/static.mjs sends them so. Brotli's own default is its best quality.
for (const path of readdirSync(`${out}/.next/static`, { recursive: true })) {
  const file = join(out, ".next/static", path);
  if (/\.(js|css)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}
