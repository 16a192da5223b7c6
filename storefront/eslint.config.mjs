import next from "@next/eslint-plugin-next";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import imports from "eslint-plugin-import-x";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import { readdirSync } from "node:fs";
import tseslint from "typescript-eslint";

// Imports point one way: app, then features, then components and lib. A feature stands alone, so that it can be read,
// changed and removed without looking at the others.
const features = readdirSync(new URL("src/features", import.meta.url));
const zones = [
  ...features.map((name) => ({
    target: `./src/features/${name}`,
    from: "./src/features",
    except: [`./${name}`],
    message: "A feature does not import a feature: move what both need to components or lib.",
  })),
  { target: "./src/features", from: "./src/app", message: "Features do not know the routes' files." },
  { target: "./src/components", from: ["./src/app", "./src/features"], message: "Components know only lib." },
  { target: "./src/lib", from: ["./src/app", "./src/features", "./src/components"], message: "lib is the bottom." },
  {
    target: ["./src/app", "./src/features", "./src/components", "./src/lib/*.ts", "./src/lib/!(api)/**/*"],
    from: "./src/lib/api/schema.d.ts",
    message: "Only lib/api sees the generated schema: import the names of lib/api/types.",
  },
];

const stores = ["localStorage", "sessionStorage"];
const formatter = {
  name: "next-intl",
  importNames: ["useFormatter"],
  message: "It writes dates as in the United States: use lib/i18n/use-formatter.",
};
const zod = { name: "zod", message: "zod/mini does the same in fewer bytes" };
const mutation = {
  name: "@tanstack/react-query",
  importNames: ["useMutation"],
  message: "Pressed twice, it calls twice: use lib/query/use-once. Where every press counts, lib has the change.",
};
const throws = "It throws in a browser that keeps nothing: use lib/remembered/shelf.";

export default tseslint.config(
  { ignores: [".next/**", "next-env.d.ts", "src/lib/api/schema.d.ts", "test-results/**", "playwright-report/**"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "@next/next": next, "react-hooks": hooks, "import-x": imports, "jsx-a11y": a11y },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
    rules: {
      ...next.configs.recommended.rules,
      ...next.configs["core-web-vitals"].rules,
      ...hooks.configs.recommended.rules,
      ...a11y.flatConfigs.recommended.rules,
      "import-x/no-restricted-paths": ["error", { zones }],
      "import-x/no-cycle": "error",
      "no-restricted-properties": [
        "error",
        ...stores.map((property) => ({ object: "window", property, message: throws })),
      ],
      "no-restricted-globals": ["error", ...stores.map((name) => ({ name, message: throws }))],
      "no-restricted-imports": ["error", { paths: [formatter, mutation, zod] }],
      "max-lines": ["error", { max: 220, skipBlankLines: true, skipComments: true }],
      "@next/next/no-img-element": "off", // images are SVG from the API in fixed sizes, already cached as immutable
    },
  },
  {
    files: ["src/lib/remembered/shelf.ts", "src/lib/release/outdated.ts", "**/*.test.ts", "e2e/**", "server/**"],
    rules: { "no-restricted-properties": "off", "no-restricted-globals": "off" },
  },
  { files: ["src/lib/**"], rules: { "no-restricted-imports": ["error", { paths: [formatter, zod] }] } },
  { files: ["server/**", "scripts/**"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  { files: ["server/starter.js"], rules: { "@typescript-eslint/no-unused-expressions": "off" } }, // it is put into pages
);
