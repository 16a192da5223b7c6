import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Country } from "@/lib/api/types";
import type { Rules } from "@/lib/checkout/rules";
import {
  addressSchema,
  blankAddress,
  blankRegistration,
  registrationSchema,
  type RegistrationValues,
} from "./account-schema";

const symbols = `*$%&§(){}/\\"!'?=`;
const rules: Rules = {
  fields: [
    { field: "company", required: false, min: 2, max: 50 },
    { field: "firstName", required: true, min: 2, max: 30, forbidden: symbols },
    { field: "lastName", required: true, min: 2, max: 30, forbidden: symbols },
    { field: "streetName", required: true, min: 2, max: 30, forbidden: symbols },
    { field: "streetNumber", required: false, min: 0, max: 10 },
    { field: "zipCode", required: true, min: 2, max: 20 },
    { field: "cityName", required: true, min: 3, max: 30, forbidden: symbols },
    { field: "vatId", required: false, min: 3, max: 20 },
  ],
  keywords: ["GmbH"],
  fullName: 50,
  deliveryAnywhere: true,
  houseNumber: "^\\d",
  emailLocalPart: "",
  vatIds: [{ prefix: "AT", forms: [{ pattern: "U\\d{8}" }] }],
};
const countries: Country[] = [
  { id: 81, iso: "DE", name: "Deutschland", callingCode: "49", zipPattern: "\\d{5}" },
  { id: 14, iso: "AT", name: "Österreich", callingCode: "43", zipPattern: "\\d{4}" },
];
const street = { streetName: "Speicherstraße", streetNumber: "12", zipCode: "20457", cityName: "Hamburg" };
const person: RegistrationValues = {
  ...blankRegistration,
  email: "kim@example.com",
  firstName: "Kim",
  lastName: "Muster",
  password: "Zug7Berg",
};
const business: RegistrationValues = {
  ...person,
  business: true,
  businessForm: 1,
  businessType: "consumer",
  address: { ...blankAddress, ...street, company: "Muster GmbH" },
};

function wrong(values: RegistrationValues): string[] {
  const result = registrationSchema(rules, countries).safeParse(values);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join(".")).sort();
}

it("asks a person for four things and a business for more", () => {
  expect(wrong(person)).toEqual([]);
  expect(wrong(blankRegistration)).toEqual(["email", "firstName", "lastName", "password"]);
  expect(wrong(business)).toEqual([]);
  expect(wrong({ ...person, business: true })).toEqual([
    "address.cityName",
    "address.company",
    "address.streetName",
    "address.zipCode",
    "businessForm",
    "businessType",
  ]);
});

it("asks for the owner where the form has one, and for the VAT id abroad", () => {
  expect(wrong({ ...business, businessForm: 2 })).toEqual(["ownerFirstName", "ownerLastName"]);
  expect(wrong({ ...business, businessForm: 4, ownerFirstName: "Kim", ownerLastName: "Muster" })).toEqual([]);
  const abroad = { ...business.address, countryId: 14, zipCode: "1010" };
  expect(wrong({ ...business, address: abroad })).toEqual(["ustId"]);
  expect(wrong({ ...business, address: abroad, ustId: "atu 37675002" })).toEqual([]);
  expect(wrong({ ...business, address: abroad, ustId: "DE136695976" })).toEqual(["ustId"]);
});

type Case = {
  name: string;
  given?: Partial<RegistrationValues>;
  business?: Partial<RegistrationValues & RegistrationValues["address"]>;
  wrong: string[];
};

const shared = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../../core/${name}`, import.meta.url), "utf8")) as T;

// The server's names of what stands elsewhere in the form.
const served: Record<string, string> = {
  "address.company": "company",
  "address.telephoneNumber": "telephoneNumber",
};

it("decides every registration as the server does", () => {
  const table: Rules = { ...shared<Rules>("address/testdata/rules.json"), vatIds: shared("vat/rules.json") };
  const cases = shared<Case[]>("customer/testdata/registrations.json");
  expect(cases.length).toBeGreaterThan(30);
  const refused = ({ given, business: told }: Case) => {
    const address = {
      ...blankAddress,
      ...street,
      zipCode: "10115",
      cityName: "Berlin",
      company: "Muster GmbH",
      ...told,
    };
    const values = { ...person, ...given, ...(told && { ...business, ...told, address }) };
    const result = registrationSchema(table, countries).safeParse(values);
    const names = result.error?.issues.map((issue) => issue.path.join(".")) ?? [];
    return [...new Set(names.map((name) => served[name] ?? name))].sort();
  };
  expect(cases.map((one) => [one.name, refused(one)])).toEqual(cases.map((one) => [one.name, one.wrong]));
});

it("limits both names of a delivery address together", () => {
  const long = { ...blankAddress, ...street, firstName: "A".repeat(26), lastName: "B".repeat(25) };
  expect(addressSchema(rules, countries, "invoice", "private").safeParse(long).success).toBe(true);
  expect(
    addressSchema(rules, countries, "delivery", "private")
      .safeParse(long)
      .error?.issues.map((issue) => issue.path),
  ).toEqual([["lastName"]]);
});
