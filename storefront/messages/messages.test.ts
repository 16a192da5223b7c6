import { expect, it } from "vitest";
import de from "./de.json";
import en from "./en.json";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** The arguments and tags of a message, whatever its wording. */
function slots(message: string): string[] {
  return [...new Set(message.match(/\{\w+(?=\}|, (?:plural|number))|<\w+/g) ?? [])].sort();
}

it("has every message in both languages, with the same arguments", () => {
  const german = flatten(de).map(([key, message]) => [key, slots(message)]);
  const english = flatten(en).map(([key, message]) => [key, slots(message)]);
  expect(english).toEqual(german);
});

it("has no empty message", () => {
  const empty = [...flatten(de), ...flatten(en)].filter(([, message]) => message.trim() === "");
  expect(empty).toEqual([]);
});

it("says during each call of the account what the specification has it say", () => {
  const { checking, login, twoFactor, nav, register, change, addresses, becomeBusiness } = de.account;
  expect([checking, login.running, nav.leaving, twoFactor.checking, twoFactor.sending]).toEqual([
    "Dein Status wird geprüft.",
    "Deine Anmeldung läuft.",
    "Du wirst abgemeldet.",
    "Wir prüfen deinen Code.",
    "Wir senden dir einen neuen Code.",
  ]);
  for (const { wait, running } of [register, change, addresses, becomeBusiness])
    expect([wait, running]).toEqual(["Fast geschafft…", "Deine Daten werden übermittelt."]);
});
