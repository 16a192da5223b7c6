import { defineConfig } from "@playwright/test";
import tested from "./playwright.config";

// What is left of the shop when an operator switches off every rule of the market that has a switch. It needs a shop of its
// own, which `make e2e` starts with these settings.
export default defineConfig({
  ...tested,
  outputDir: "test-results/switched",
  projects: [{ name: "switched", use: { viewport: { width: 1440, height: 900 } }, testMatch: /e2e\/switched\.ts$/ }],
});
