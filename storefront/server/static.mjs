import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const types = { ".js": "application/javascript; charset=UTF-8", ".css": "text/css; charset=UTF-8" };
const endingOf = (path) => path.slice(path.lastIndexOf("."));

/** Whether who asks takes Brotli. */
export const takesBrotli = (request) =>
  /(^|,)\s*br\s*(,|;(?!\s*q=0(?:\.0+)?\s*(?:,|$))|$)/.test(String(request.headers["accept-encoding"] ?? ""));

/**
 * The scripts and styles of a build that scripts/standalone.mjs compressed with all the time in the world, in memory. They
 * are named by their content, so that a browser may keep them for ever.
 */
export class Compressed {
  #files = new Map();

  constructor(folder) {
    if (!existsSync(folder)) return;
    for (const path of readdirSync(folder, { recursive: true })) {
      if (path.endsWith(".br")) this.#files.set(`/_next/static/${path.slice(0, -3)}`, readFileSync(join(folder, path)));
    }
  }

  /** Answers a request for one of them; false leaves it to the next. */
  serve(request, response) {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (!takesBrotli(request)) return false;
    const path = String(request.url).split("?", 1)[0];
    const body = this.#files.get(path);
    if (!body) return false;
    response.writeHead(200, {
      "Content-Type": types[endingOf(path)],
      "Content-Encoding": "br",
      "Content-Length": body.length,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }
}
