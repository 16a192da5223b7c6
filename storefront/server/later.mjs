import { readFileSync } from "node:fs";
import { scriptsOf } from "./scripts.mjs";

const starter = readFileSync(new URL("starter.js", import.meta.url), "utf8")
  .replace(/^\s*\/\/.*\n/gm, "")
  .trim()
  .replace(/;$/, "");

/**
 * A page of Next's with its scripts left to starter.js: the files, and what the page itself tells them, as one script, since
 * each has its hash in the page's policy. Those of a page for everyone, which shows all that it has to show without them, wait
 * until the visitor first does something.
 *
 * @param {Buffer} page
 * @param {boolean} forEveryone
 * @returns {Buffer}
 */
export function withScriptsLater(page, forEveryone) {
  const headEnd = page.indexOf("</head>");
  if (headEnd < 0) return page;
  const files = [];
  const told = [];
  const changes = [];
  for (const { start, end, source, close, tag } of scriptsOf(page)) {
    const [, file] = /^<script src="([^"]+)".* async="">$/.exec(tag) ?? [];
    if (file) {
      files.push(file);
      changes.push({ start, end, text: "" });
    } else if (tag === "<script>" || tag === '<script id="_R_">') {
      told.push(page.subarray(source, close));
      changes.push({ start, end, text: "" });
    }
  }
  const last = changes.at(-1);
  if (told.length > 0) last.text = `<script type="text/later">${told.join(";\n")}</script>`;
  // One character a byte, so that where something is found is where it stands.
  for (const { 0: link, index } of page
    .toString("latin1", 0, headEnd)
    .matchAll(/<link rel="preload" as="script"[^>]*>/g))
    changes.push({ start: index, end: index + link.length, text: "" });
  changes.push({
    start: headEnd,
    end: headEnd,
    text: `<script>(${starter})(${JSON.stringify(files)}, ${forEveryone})</script>`,
  });
  return changed(page, changes);
}

function changed(page, changes) {
  const parts = [];
  let from = 0;
  for (const { start, end, text } of changes.sort((a, b) => a.start - b.start)) {
    parts.push(page.subarray(from, start), Buffer.from(text));
    from = end;
  }
  return Buffer.concat([...parts, page.subarray(from)]);
}
