import { randomUUID } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { takesBrotli } from "./static.mjs";

const dayMs = 86_400_000;
const keptDays = 30; // after the last storefront of a release has ended
const types = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};
const typeOf = (path) => types[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream";

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\//, ""));

/**
 * The scripts, styles and typefaces of all releases, in a folder that storefronts of one release and the next have in common. A page
 * of the release before, which the front door keeps or a browser shows, asks the new storefront for its files; while one
 * after the other is replaced, a page of the new one asks the old one. Files are named by their content. Without a folder there are
 * only a storefront's own.
 */
export class Releases {
  #own;
  #common;

  constructor(own, common) {
    this.#common = common;
    if (!common) return;
    this.#own = new Set(filesIn(own));
    this.#publish(own);
    setInterval(() => this.#publish(own), dayMs).unref();
  }

  /** Shares the own files, says that they are still in use, and deletes what has not been for long. */
  #publish(own) {
    try {
      for (const file of this.#own) {
        const shared = join(this.#common, file);
        mkdirSync(dirname(shared), { recursive: true });
        if (!statSync(shared, { throwIfNoEntry: false })) {
          const unfinished = `${shared}.${randomUUID()}.new`; // nobody reads half of a file
          copyFileSync(join(own, file), unfinished);
          renameSync(unfinished, shared);
        }
        const now = new Date();
        utimesSync(shared, now, now);
      }
      for (const file of filesIn(this.#common)) {
        const { mtimeMs } = statSync(join(this.#common, file), { throwIfNoEntry: false }) ?? {};
        if (mtimeMs < Date.now() - keptDays * dayMs) rmSync(join(this.#common, file), { force: true });
      }
    } catch (error) {
      console.error("the files of this release are not shared with others", error); // its pages work all the same
    }
  }

  /** Answers a request for a file of another release; what is none is next's. */
  async serve(request, response, next) {
    const [, file] = /^\/_next\/static\/((?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)(?:\?|$)/.exec(String(request.url)) ?? [];
    const reads = request.method === "GET" || request.method === "HEAD";
    if (!this.#common || !file || !reads || this.#own.has(file)) return next();
    const shared = join(this.#common, file);
    const small = takesBrotli(request) ? await readFile(`${shared}.br`).catch(() => undefined) : undefined;
    const body = small ?? (await readFile(shared).catch(() => undefined));
    if (!body) return next();
    response.writeHead(200, {
      "Content-Type": typeOf(file),
      ...(small && { "Content-Encoding": "br" }),
      "Content-Length": body.length,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }
}
