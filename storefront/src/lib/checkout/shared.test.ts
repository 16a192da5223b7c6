import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { passwordReason } from "@/lib/account/password";
import type { Country } from "@/lib/api/types";
import { phoneReason } from "./phone";
import {
  emailReason,
  houseNumberReason,
  nameReason,
  postNumberReason,
  textReason,
  zipReason,
  type Reason,
  type Rules,
} from "./rules";

type Case = { field: string; text: string; country?: number; reason: string };

const shared = <T>(path: string): T =>
  JSON.parse(readFileSync(new URL(`../../../../core/${path}`, import.meta.url), "utf8")) as T;

const rules = shared<Rules>("address/testdata/rules.json");
const countries = shared<Country[]>("address/countries.json");
const germany = 81;

function reasonOf({ field, text, country = germany }: Case): Reason | undefined {
  const { iso, zipPattern } = countries.find(({ id }) => id === country) ?? {};
  switch (field) {
    case "email":
      return emailReason(text);
    case "firstName":
    case "lastName":
      return nameReason(rules, field, text);
    case "streetNumber":
      return houseNumberReason(rules, text);
    case "zipCode":
      return zipReason(rules, text, zipPattern);
    case "telephoneNumber":
      return phoneReason(rules, text, iso ?? "");
    case "postNumber":
      return postNumberReason(rules, text);
    default:
      return textReason(rules, field, text);
  }
}

it("decides every case of the address's table as the server does, for the same reason", () => {
  const cases = shared<Case[]>("address/testdata/cases.json");
  expect(cases.length).toBeGreaterThan(200);
  expect(cases.filter((one) => (reasonOf(one)?.key ?? "") !== one.reason)).toEqual([]);
});

it("decides every case of the passwords' table as the server does", () => {
  const cases = shared<{ password: string; reason: string }[]>("customer/testdata/passwords.json");
  expect(cases.length).toBeGreaterThan(25);
  expect(cases.filter(({ password, reason }) => (passwordReason(password)?.key ?? "") !== reason)).toEqual([]);
});
