import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { above, guard, target } from "./guard";

it("lets in who may come in, and shows the others the way", () => {
  const table: [string, string, string, string][] = [
    // path, logged out, soft, full
    ["/kundenkonto", "login", "modal", "show"],
    ["/kundenkonto/", "login", "modal", "show"],
    ["/kundenkonto/login", "show", "show", "overview"],
    ["/kundenkonto/registrieren", "show", "show", "overview"],
    ["/kundenkonto/passwort+vergessen", "show", "show", "overview"],
    ["/kundenkonto/passwort%2Bvergessen", "show", "show", "overview"],
    ["/kundenkonto/adressen", "login", "modal", "show"],
    ["/kundenkonto/adressen/adresse-bearbeiten/12", "login", "modal", "show"],
    ["/kundenkonto/kontaktinformationen/passwort-aendern", "login", "modal", "show"],
    ["/kundenkonto/gibt-es-nicht", "show", "show", "show"],
    ["/kundenkonto/adressen/adresse-bearbeiten/abc", "show", "show", "show"],
  ];
  for (const [page, none, soft, full] of table)
    expect([page, guard(page, "none"), guard(page, "soft"), guard(page, "full")]).toEqual([page, none, soft, full]);
});

it("knows every page to change something", () => {
  const pages = path.resolve(import.meta.dirname, "../../app/[locale]/(shop)/kundenkonto/kontaktinformationen");
  const own = readdirSync(pages).filter((name) => name.endsWith("-aendern"));
  const changes = readFileSync(path.resolve(import.meta.dirname, "../../features/account/changes.ts"), "utf8");
  const named = [...changes.matchAll(/^ {2}"([a-z-]+-aendern)": /gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  for (const name of [...own, ...named])
    expect([name, guard(`/kundenkonto/kontaktinformationen/${name}`, "none")]).toEqual([name, "login"]);
});

it("goes nowhere else than into the shop after the log-in", () => {
  expect(target("/kundenkonto/adressen")).toBe("/kundenkonto/adressen");
  for (const wish of [null, "", "https://evil.example", "//evil.example", "/\\evil.example", "/kundenkonto/login"])
    expect(target(wish)).toBe("/kundenkonto");
});

it.each([
  ["/kundenkonto/bestellungen/100123", "/kundenkonto/bestellungen"],
  ["/kundenkonto/adressen/adresse-bearbeiten/7", "/kundenkonto/adressen"],
  ["/kundenkonto/kontaktinformationen/namen-aendern", "/kundenkonto/kontaktinformationen"],
  ["/kundenkonto/bestellungen", "/kundenkonto"],
  ["/kundenkonto/bestellungen/", "/kundenkonto"],
])("leads back from %s to %s", (from, page) => {
  expect(above(from)).toBe(page);
});
