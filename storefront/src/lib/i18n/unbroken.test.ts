import { expect, it } from "vitest";
import { unbroken } from "./unbroken";

it("keeps short first parts of words with the rest", () => {
  expect(
    unbroken({ mail: "An deine E-Mail-Adresse geschickt.", deep: { vat: "Mit deiner USt-IdNr. geht es weiter" } }),
  ).toEqual({
    mail: "An deine E-\u2060Mail-Adresse geschickt.",
    deep: { vat: "Mit deiner USt-\u2060IdNr. geht es weiter" },
  });
});

it("leaves longer parts their break, and labels as they are", () => {
  const texts = { part: "Als Campus-Mitglied geht es nicht", label: "Deine E-Mail-Adresse" };
  expect(unbroken(texts)).toEqual(texts);
});

it("does it once", () => {
  const messages = { text: "We sent an e-mail." };
  expect(unbroken(messages)).toBe(unbroken(messages));
});
