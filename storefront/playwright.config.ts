import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// The same browser without its windows needs a third less of the processor.
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

// The tests run against a whole shop whose address is in KONTOR_E2E_URL; `make test` starts one. They share its
// simulated providers and its mailbox, so they run one after the other.
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["./e2e/support/summary.ts"], ["json", { outputFile: "test-results/report.json" }]],
  use: {
    baseURL: process.env.KONTOR_E2E_URL ?? "http://localhost:8080",
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    // Its pictures and copies of every page cost a fifth more; `--trace on` keeps them.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    launchOptions: {
      executablePath: process.env.KONTOR_E2E_CHROMIUM ?? chromium,
      // Chromium's sandbox does not start for root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: desktop } },
    {
      name: "phone",
      use: { viewport: phone, hasTouch: true },
      testMatch: /(account|account-screens|campus|comparison|lastseen|moneyorder|states)\.spec\.ts/,
    },
  ],
});
