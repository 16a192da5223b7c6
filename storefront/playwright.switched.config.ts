import { defineConfig } from "@playwright/test";
import tested from "./playwright.config";

// What is left of the shop when an operator switches off every rule of the market that has a switch. It needs a shop of its
// own, which `make e2e` starts with these settings after the other tests.
export default defineConfig({
  ...tested,
  outputDir: "test-results/switched",
  reporter: [["list"], ["./e2e/support/summary.ts"]],
  projects: [{ name: "switched", use: { viewport: { width: 1440, height: 900 } }, testMatch: /e2e\/switched\.ts$/ }],
});
