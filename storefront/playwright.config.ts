import { defineConfig } from "@playwright/test";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

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
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.KONTOR_E2E_CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's sandbox does not start for root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: desktop } },
    {
      name: "phone",
      use: { viewport: phone, hasTouch: true },
      testMatch:
        /(accessibility|account|account-screens|campus|comparison|dialogs|lastseen|screenshots|moneyorder)\.spec\.ts/,
    },
  ],
});
