// What a first visit loads of JavaScript, as it is sent: the build fails where a page has outgrown its budget. Run by
// `npm run build`, after standalone.mjs. docs/speed.md says what is in it.
import { readFileSync, statSync } from "node:fs";

const root = new URL("..", import.meta.url).pathname;
const build = `${root}.next`;

/** In bytes of Brotli. The framework alone, which no page can leave out, is 112 700 of them. */
const budgets = {
  "/page": 167_000,
  "/kategorie/[slug]/page": 161_600,
  "/produkte/[searchterm]/page": 160_250,
  "/produkt/[slug]/page": 161_600,
};

const { rootMainFiles } = JSON.parse(readFileSync(`${build}/build-manifest.json`, "utf8"));

function scriptsOf(page) {
  const source = readFileSync(`${build}/server/app/[locale]/(shop)${page}_client-reference-manifest.js`, "utf8");
  const { entryJSFiles } = JSON.parse(
    source.slice(source.indexOf("{", source.indexOf("]")), source.lastIndexOf("}") + 1),
  );
  return new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()]);
}

const sent = (file) => statSync(`${build}/standalone/.next/${file}.br`).size;

let over = false;
for (const [page, budget] of Object.entries(budgets)) {
  const bytes = [...scriptsOf(page)].reduce((sum, file) => sum + sent(file), 0);
  console.log(`${page}: ${bytes} of ${budget} bytes of JavaScript`);
  over ||= bytes > budget;
}
if (over) {
  console.error("A page loads more JavaScript than its budget allows: see docs/speed.md");
  process.exit(1);
}
