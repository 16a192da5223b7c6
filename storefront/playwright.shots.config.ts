import { defineConfig } from "@playwright/test";
import tested from "./playwright.config";

// `npm run shots`: a picture of every page and every state of a widget, at both widths, of the shop at KONTOR_E2E_URL; they
// go to the folder of KONTOR_SHOTS, or under test-results, for people to look at. What the tests ask of the same states
// is in e2e/states.spec.ts.
export default defineConfig({
  ...tested,
  reporter: "list",
  use: { ...tested.use, trace: "off" },
  projects: tested.projects
    ?.filter(({ name }) => name !== "states")
    .map((project) => ({ ...project, testMatch: /e2e\/shots\.ts$/ })),
});
