import { expect, it } from "vitest";
import { unbroken } from "./unbroken";

it("keeps short first parts of words with the rest", () => {
  const texts = { mail: "An deine E-Mail-Adresse geschickt.", deep: { vat: "Mit deiner USt-IdNr. geht es weiter" } };
  expect(unbroken(texts)).toEqual({
    mail: "An deine E-\u2060Mail-Adresse geschickt.",
    deep: { vat: "Mit deiner USt-\u2060IdNr. geht es weiter" },
  });
});

it("leaves longer parts their break, and labels as they are", () => {
  const texts = { part: "Als Campus-Mitglied geht es nicht", label: "Deine E-Mail-Adresse" };
  expect(unbroken(texts)).toEqual(texts);
});

it("keeps the form that a build compiles messages to", () => {
  const plural = ["count", 2, { one: "eine E-Mail", other: [0, " Mails"] }];
  const compiled = { known: ["Mit der E-Mail-Adresse ", ["email"], "."], sent: ["Wir haben ", plural, null] };
  expect(unbroken(compiled)).toEqual({
    known: ["Mit der E-\u2060Mail-Adresse ", ["email"], "."],
    sent: ["Wir haben ", ["count", 2, { one: "eine E-\u2060Mail", other: [0, " Mails"] }], null],
  });
});

it("does it once", () => {
  const messages = { text: "We sent an e-mail." };
  expect(unbroken(messages)).toBe(unbroken(messages));
});
