import { expect, it } from "vitest";
import { passwordReason, passwordRules } from "./password";

it("holds a password against every rule", () => {
  const broken = (password: string) => passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.key);
  expect(broken("Zug7Berg")).toEqual([]);
  expect(broken("Ärger7ß")).toEqual([]);
  expect(broken("Aa1bc")).toEqual(["length"]);
  expect(broken("zug7berg")).toEqual(["upper"]);
  expect(broken("ZUG7BERG")).toEqual(["lower"]);
  expect(broken("ZugBergen")).toEqual(["digit"]);
  for (const symbol of ["<", ">", "/", "+"]) expect(broken(`Zug7Berg${symbol}`)).toEqual(["symbols"]);
  expect(broken("")).toEqual(["length", "digit", "lower", "upper", "symbols"]);
});

it("says why a password is refused", () => {
  expect(passwordReason("Zug7Berg")).toBeUndefined();
  expect(passwordReason("")).toEqual({ key: "missing" });
  expect(passwordReason("kurz")).toEqual({ key: "password_rules" });
  expect(passwordReason(`Aa1${"x".repeat(125)}`)).toBeUndefined();
  expect(passwordReason(`Aa1${"x".repeat(126)}`)).toEqual({ key: "too_long", length: 128 });
});
