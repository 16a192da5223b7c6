import { describe, expect, it } from "vitest";
import { withScriptsLater } from "./later.mjs";

const page = (head: string, body: string) =>
  `<html><head><title>Ö</title>${head}</head><body>Grüße${body}</body></html>`;
const later = (html: string) => withScriptsLater(Buffer.from(html), true).toString("utf8");

describe("withScriptsLater", () => {
  it("takes the scripts' files out and gives them to the starter, in their order", () => {
    const html = later(
      page(
        `<link rel="preload" as="script" fetchPriority="low" href="/c.js"/><script src="/a.js" async=""></script>`,
        `<script src="/c.js" id="_R_" async=""></script>`,
      ),
    );
    expect(html).not.toContain("src=");
    expect(html).not.toContain("preload");
    expect(html).toMatch(/\(\["\/a\.js","\/c\.js"\], true\)<\/script><\/head><body>Grüße<\/body><\/html>$/);
    expect(html).toMatch(/^<html><head><title>Ö<\/title><script>\(\(sources, forEveryone\) => \{/);
  });

  it("keeps what the page tells its scripts, in its order as one script, and lets nothing run it", () => {
    expect(
      later(page(`<script>a()</script>`, `<script>push("ä")</script><p>…</p><script id="_R_">x=1</script>`)),
    ).toMatch(/Grüße<p>…<\/p><script type="text\/later">a\(\);\npush\("ä"\);\nx=1<\/script><\/body><\/html>$/);
  });

  it("leaves all other scripts where they stand", () => {
    const others = `<script type="application/ld+json">{"a":"<script>"}</script><script src="/old.js" noModule=""></script>`;
    expect(later(page("", others))).toContain(`Grüße${others}`);
  });

  it("leaves alone what is no whole page", () => {
    expect(later("<p>Wartung</p><script>a()</script>")).toBe("<p>Wartung</p><script>a()</script>");
  });
});
