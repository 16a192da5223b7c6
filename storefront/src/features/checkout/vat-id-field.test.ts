import { expect, it } from "vitest";
import { vatIdField } from "./vat-id-field";

it("asks a business at home for no VAT id", () => {
  expect(vatIdField({ iso: "DE" })).toMatchObject({ hint: "vatIdHint", required: false });
  expect(vatIdField(undefined)).toMatchObject({ required: false });
});

it("asks one abroad for the id of its country", () => {
  expect(vatIdField({ iso: "PL" })).toEqual({ hint: "vatIdHintAbroad", required: true, prefix: "PL" });
  expect(vatIdField({ iso: "GR" })).toMatchObject({ prefix: "EL" });
});

it("calls Spain's by its name", () => {
  expect(vatIdField({ iso: "ES" })).toMatchObject({ hint: "vatIdHintSpain", required: true });
});
