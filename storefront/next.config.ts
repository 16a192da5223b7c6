import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

// Texts are compiled when the shop is built, so that no browser needs the parser of their syntax.
const withNextIntl = createNextIntlPlugin({
  requestConfig: "./src/lib/i18n/request.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

// Catalogue pages hold no personal data, so the front door may keep them: it drops a page when its product changes, and
// s-maxage only bounds how long a missed change could live. Calls for React's own payload (header rsc) are not kept.
const shared = [{ key: "Cache-Control", value: "public, max-age=0, s-maxage=300, stale-while-revalidate=60" }];
const cataloguePaths = ["/", "/kategorie/:slug", "/produkt/:slug", "/produkte/:term", "/infocenter/section/:section"];

// The same sources have the same build id, wherever and whenever they are built: Next.js would draw one at random.
const buildId = () => {
  const root = import.meta.dirname;
  const files = ["messages", "server", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const hash = createHash("sha256");
  for (const file of [...files, "next.config.ts", "package-lock.json"].sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex").slice(0, 20);
};

// What visitors type who look for them: the legal pages by the names that they have in every German shop, in the English shop
// also by its own.
const sections = {
  impressum: "imprint",
  datenschutz: "privacy",
  agb: "terms",
  widerrufsbelehrung: "revocation",
  versand: "shipping",
  hilfe: "help",
  barrierefreiheit: "accessibility",
};

const nextConfig: NextConfig = {
  output: "standalone",
  generateBuildId: buildId,
  outputFileTracingRoot: import.meta.dirname,
  poweredByHeader: false,
  // server/policy.mjs compresses: it must see pages before they are.
  compress: false,
  reactStrictMode: true,
  // `make lint` has checked them where the gate builds the shops that it tests: it is almost half of what a build takes.
  typescript: { ignoreBuildErrors: process.env.TYPES_CHECKED === "true" },
  // The front door serves product images as SVG in the sizes that the pages ask for; there is nothing to optimise.
  images: { unoptimized: true },
  // German pages stand at the root, English ones under /en; the routes have both under [locale].
  redirects: async () => [
    { source: "/de", destination: "/", permanent: true }, // an empty path would make an empty address
    { source: "/de/:path+", destination: "/:path+", permanent: true },
    ...Object.entries(sections).flatMap(([name, section]) =>
      [`/${name}`, `/en/${name}`, `/en/${section}`].map((source) => ({
        source,
        destination: `${source.startsWith("/en/") ? "/en" : ""}/infocenter/section/${section}`,
        permanent: true,
      })),
    ),
    // Password managers lead there: https://w3c.github.io/webappsec-change-password-url/
    {
      source: "/.well-known/change-password",
      destination: "/kundenkonto/kontaktinformationen/passwort-aendern",
      permanent: false,
    },
    // The checkout's steps are hashes of its one page.
    ...["", "/en"].map((prefix) => ({
      source: `${prefix}/kasse/:step(address|payment|shipping|confirmation)`,
      destination: `${prefix}/kasse#/:step`,
      permanent: false,
    })),
  ],
  rewrites: async () => ({
    // A file stands at the root: below it, what ends like one is a search for "usb 3.0" or a part of another address.
    beforeFiles: [{ source: "/:path((?!en(?:/|$)|_next/|[^/]*\\.[a-z0-9]+$).*)", destination: "/de/:path" }],
    // One that is not there is a page that is not found, in German as any without a language.
    afterFiles: [{ source: "/:file((?!manifest\\.webmanifest$)[^/]*\\.[a-z0-9]+)", destination: "/de/:file" }],
    fallback: [],
  }),
  // The headers that hold for every answer are the front door's.
  headers: async () =>
    ["", "/en"].flatMap((prefix) =>
      cataloguePaths.map((path) => ({
        source: prefix === "" ? path : `${prefix}${path === "/" ? "" : path}`,
        missing: [{ type: "header" as const, key: "rsc" }],
        headers: shared,
      })),
    ),
};

export default withNextIntl(nextConfig);
