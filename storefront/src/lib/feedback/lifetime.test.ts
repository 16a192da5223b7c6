import { expect, it } from "vitest";
import { shownFor } from "./lifetime";

it.each([
  ["error", "/warenkorb", 6000],
  ["success", "/kategorie/notebooks", 6000],
  ["info", "/en", 6000],
  ["success", "/kundenkonto", 4000],
  ["success", "/en/kundenkonto/adressen", 4000],
  ["error", "/kundenkonto/kreditkarten", undefined],
  ["info", "/en/kundenkonto", undefined],
  ["error", "/kundenkontor", 6000],
  ["error", "/kundenkonto/registrieren", 6000],
  ["error", "/en/kundenkonto/registrieren", 6000],
] as const)("shows %s on %s for %s ms", (tone, path, ms) => {
  expect(shownFor(tone, path)).toBe(ms);
});
