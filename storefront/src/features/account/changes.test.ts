import { expect, it } from "vitest";
import type { CustomerData } from "@/lib/api/types";
import { changesOf, forms } from "./changes";

const rules = { fields: [], keywords: [], vatIds: [] } as unknown as Parameters<
  (typeof forms)["namen-aendern"]["fields"][number]["check"]
>[1];
const known = (facts: Partial<CustomerData>) =>
  ({ studentStatus: "unknown", companyName: "", ...facts }) as CustomerData;

it("fixes the names of who is in the campus programme, or waits for it", () => {
  for (const studentStatus of ["valid", "valid-near-expire", "pending"])
    expect(changesOf(known({ studentStatus }))).not.toContain("namen-aendern");
  for (const studentStatus of ["unknown", "expired", "deactivated"])
    expect(changesOf(known({ studentStatus }))).toContain("namen-aendern");
});

it("lets a business change its VAT id, name its owner where it has to, and give a company's name once", () => {
  const ofBusiness = ["inhaber-name-aendern", "firmen-name-aendern", "ustid-aendern"];
  const offered = (facts: Partial<CustomerData>) => changesOf(known(facts)).filter((one) => ofBusiness.includes(one));
  expect(offered({ businessCustomer: false })).toEqual([]);
  expect(offered({ businessCustomer: true, ownerRequired: true })).toEqual(ofBusiness);
  expect(offered({ businessCustomer: true, companyName: "Muster AG" })).toEqual(["ustid-aendern"]);
});

it("takes a new password that differs from the old one and was typed twice", () => {
  const reasons = (values: object) =>
    forms["passwort-aendern"].fields.map(
      ({ name, check }) => check(String(Reflect.get(values, name)), rules, values, known({}))?.key,
    );
  const typed = { currentPassword: "Zug7Berg", newPassword: "Berg7Zug", confirmationPassword: "Berg7Zug" };
  expect(reasons(typed)).toEqual([undefined, undefined, undefined]);
  expect(reasons({ ...typed, confirmationPassword: "Berg7zug" })[2]).toBe("confirm_password");
  expect(reasons({ ...typed, newPassword: "Zug7Berg" })[1]).toBe("same_password");
  expect(reasons({ ...typed, currentPassword: "" })[0]).toBe("missing");
});

it("has browsers fill in whatever they know of a customer", () => {
  const unknown = Object.values(forms).flatMap(({ fields }) => fields.filter(({ kind, fills }) => !kind && !fills));
  expect(unknown.map(({ name }) => name)).toEqual(["ownerFirstName", "ownerLastName", "vatId"]); // an owner is somebody else
});
