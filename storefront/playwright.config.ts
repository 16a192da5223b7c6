import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// The same browser without its windows needs a third less of the processor.
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

// The tests run against a whole shop whose address is in KONTOR_E2E_URL. They share its stock, its simulated providers and its
// mailbox, so they run one after the other; `make e2e` starts two shops, one for the journeys and one for the other projects.
export default defineConfig({
  testDir: "e2e",
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["./e2e/support/summary.ts"]],
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
    { name: "desktop", outputDir: "test-results/desktop", use: { viewport: desktop }, testIgnore: /states\.spec\.ts/ },
    { name: "states", outputDir: "test-results/states", use: { viewport: desktop }, testMatch: /states\.spec\.ts/ },
    {
      name: "phone",
      outputDir: "test-results/phone",
      use: { viewport: phone, hasTouch: true },
      testMatch: /(account|account-screens|campus|comparison|lastseen|moneyorder|states)\.spec\.ts/,
    },
  ],
});
