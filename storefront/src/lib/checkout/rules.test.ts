import { describe, expect, it } from "vitest";
import { emailReason, houseNumberReason, nameReason, textReason, zipReason, type Rules } from "./rules";

const rules: Rules = {
  fields: [
    { field: "firstName", required: true, min: 2, max: 30, forbidden: `*$%&§(){}/\\"!'?=` },
    { field: "company", required: false, min: 2, max: 50 },
    { field: "streetNumber", required: false, min: 0, max: 10 },
    { field: "zipCode", required: true, min: 2, max: 20 },
  ],
  keywords: ["GmbH"],
  fullName: 50,
  deliveryAnywhere: true,
  houseNumber: "^\\d",
  emailLocalPart: "",
  vatIds: [],
};

describe("textReason", () => {
  it("asks for what is required and lets the rest be empty", () => {
    expect(textReason(rules, "firstName", "   ")).toEqual({ key: "missing" });
    expect(textReason(rules, "company", "")).toBeUndefined();
  });
  it("counts characters after trimming", () => {
    expect(textReason(rules, "firstName", " A ")).toEqual({ key: "too_short", length: 2 });
    expect(textReason(rules, "firstName", "Ä".repeat(30))).toBeUndefined();
    expect(textReason(rules, "firstName", "a".repeat(31))).toEqual({ key: "too_long", length: 30 });
  });
  it.each([..."*$%&§(){}/\\\"!'?="])("refuses %s in a name", (character) => {
    expect(textReason(rules, "firstName", `An${character}na`)).toEqual({ key: "invalid_characters" });
  });
});

describe("nameReason", () => {
  it("refuses a company's name, whatever its case", () => {
    expect(nameReason(rules, "firstName", "Muster gmbh")).toEqual({ key: "keyword", keyword: "GmbH" });
    expect(nameReason(rules, "firstName", "Muster gmbh", "guest")?.key).toBe("keyword_guest");
    expect(nameReason(rules, "firstName", "Muster gmbh", "private")?.key).toBe("keyword_private");
  });
});

describe("houseNumberReason and zipReason", () => {
  it("wants a digit first, if there is a number", () => {
    expect(houseNumberReason(rules, "")).toBeUndefined();
    expect(houseNumberReason(rules, "12a")).toBeUndefined();
    expect(houseNumberReason(rules, "a12")).toEqual({ key: "invalid_housenumber" });
  });
  it("holds the whole postcode against the country's pattern", () => {
    expect(zipReason(rules, "10115", "\\d{5}")).toBeUndefined();
    expect(zipReason(rules, "101155", "\\d{5}")).toEqual({ key: "invalid_zip" });
    expect(zipReason(rules, "1011", "\\d{5}")).toEqual({ key: "invalid_zip" });
  });
});

describe("emailReason", () => {
  it.each([
    ["", "missing"],
    ["anna", "email_no_at"],
    ["@kontor.de", "email_no_local_part"],
    ["an na@kontor.de", "email_invalid_characters"],
    ["anna@", "email_no_domain"],
    ["anna@kontor", "email_no_tld"],
    ["anna@kontor.", "email_no_tld"],
    ["anna@kontor.d", "email_invalid_tld"],
    ["anna@kontor.d3", "email_invalid_tld"],
    [`${"a".repeat(80)}@kontor.de`, "too_long"],
  ])("tells what is wrong with %j", (email, key) => {
    expect(emailReason(email)?.key).toBe(key);
  });
  it.each(["anna@kontor.de", " anna.b+c@mail.kontor.shop ", "o'neil@müller.de"])("accepts %j", (email) => {
    expect(emailReason(email)).toBeUndefined();
  });
});
