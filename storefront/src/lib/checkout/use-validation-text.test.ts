import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import de from "../../../messages/de.json";
import en from "../../../messages/en.json";
import { validationText } from "./use-validation-text";

describe.each([
  ["de", de],
  ["en", en],
] as const)("the reasons for a wrong value (%s)", (locale, messages) => {
  const t = createTranslator({ locale, messages: messages as typeof de, namespace: "validation" });

  it("name the bound that a form knows", () => {
    expect(validationText(t, { key: "too_short", length: 2 })).toContain("2");
    expect(validationText(t, { key: "fullname_too_long", length: 50 })).toContain("50");
    for (const key of ["keyword", "keyword_guest", "keyword_private"])
      expect(validationText(t, { key, keyword: "GmbH" })).toContain('"GmbH"');
  });

  it("lead to being a business whoever is none, by the box of the checkout where there is one", () => {
    const said = (key: string) => validationText(t, { key, keyword: "GmbH" });
    expect(said("keyword_guest")).toContain(messages.checkout.address.business);
    expect(said("keyword_private")).not.toContain(messages.checkout.address.business);
    expect(said("keyword_private").length).toBeGreaterThan(said("keyword").length);
  });

  it("say no number and no word where the server gave the reason alone", () => {
    for (const key of ["too_short", "too_long", "fullname_too_long", "keyword"])
      expect(validationText(t, { key })).not.toMatch(/\d|""|"none"|\{/);
  });

  it("read as an invalid value where nobody knows them", () => {
    expect(validationText(t, { key: "of_the_future" })).toBe(messages.validation.invalid);
  });
});
