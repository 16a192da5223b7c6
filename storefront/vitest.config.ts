import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": new URL("src", import.meta.url).pathname } },
  test: { include: ["src/**/*.test.ts", "server/**/*.test.ts", "messages/*.test.ts"], environment: "node" },
});
