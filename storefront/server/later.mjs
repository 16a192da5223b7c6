import { readFileSync } from "node:fs";

const starter = readFileSync(new URL("starter.js", import.meta.url), "utf8")
  .replace(/^\s*\/\/.*\n/gm, "")
  .trim()
  .replace(/;$/, "");

const asked = /<script src="([^"]+)"[^>]*\sasync=""[^>]*><\/script>/g;
const announced = /<link rel="preload" as="script"[^>]*>/g;

/**
 * The page with its scripts left to starter.js, which starts them when the visitor first does something. The page says all
 * that it has to say without them.
 */
export function withScriptsLater(html) {
  const sources = Array.from(html.matchAll(asked), ([, source]) => source);
  if (sources.length === 0) return html;
  const start = `<script>(${starter})(${JSON.stringify(sources)})</script>`;
  return html
    .replace(announced, "")
    .replace(asked, "")
    .replace("</head>", () => `${start}</head>`);
}
