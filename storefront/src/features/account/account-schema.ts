import * as z from "zod/mini";
import type { Country, SavedAddress } from "@/lib/api/types";
import { passwordReason } from "@/lib/account/password";
import { vatReason } from "@/lib/account/vat";
import { phoneReason } from "@/lib/checkout/phone";
import {
  emailReason,
  germany,
  houseNumberReason,
  nameReason,
  postNumberReason,
  textReason,
  zipReason,
  type NamedAs,
  type Rules,
} from "@/lib/checkout/rules";
import { reporting, type Report } from "@/lib/checkout/schema";

/** One address as the forms of the account have it. */
const addressShape = z.object({
  company: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  streetName: z.string(),
  streetNumber: z.string(),
  zipCode: z.string(),
  cityName: z.string(),
  countryId: z.number(),
  telephoneNumber: z.string(),
  postNumber: z.string(), // of a Packstation
});

export type AddressValues = z.infer<typeof addressShape>;

/** An address form with nothing in it. */
export const blankAddress: AddressValues = {
  company: "",
  firstName: "",
  lastName: "",
  streetName: "",
  streetNumber: "",
  zipCode: "",
  cityName: "",
  countryId: germany,
  telephoneNumber: "",
  postNumber: "",
};

/** Holds an address against the server's table of rules. delivery adds the limit of both names together. */
function checkAddress(
  report: Report,
  path: string[],
  one: AddressValues,
  rules: Rules,
  countries: Country[],
  as: NamedAs,
  delivery = false,
): void {
  const country = countries.find((known) => known.id === one.countryId);
  report([...path, "company"], textReason(rules, "company", one.company));
  report([...path, "firstName"], nameReason(rules, "firstName", one.firstName, as));
  report([...path, "lastName"], nameReason(rules, "lastName", one.lastName, as));
  report([...path, "streetName"], textReason(rules, "streetName", one.streetName));
  report([...path, "streetNumber"], houseNumberReason(rules, one.streetNumber));
  report([...path, "zipCode"], zipReason(rules, one.zipCode, country?.zipPattern));
  report([...path, "cityName"], textReason(rules, "cityName", one.cityName));
  report([...path, "telephoneNumber"], phoneReason(rules, one.telephoneNumber, country?.iso ?? "DE"));
  const fullName = [...one.firstName.trim(), ...one.lastName.trim()].length;
  if (delivery && fullName > rules.fullName)
    report([...path, "lastName"], { key: "fullname_too_long", length: rules.fullName });
}

/** The form of one address of an account that is private or a business. */
export const addressSchema = (rules: Rules, countries: Country[], type: SavedAddress["type"], as: NamedAs) =>
  addressShape.check(
    reporting((values, report) => {
      checkAddress(report, [], values, rules, countries, as, type !== "invoice");
      if (type === "dhlpackstation") report(["postNumber"], postNumberReason(rules, values.postNumber));
    }),
  );

const registration = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  password: z.string(),
  business: z.boolean(),
  businessForm: z.number(),
  businessType: z.string(),
  ownerFirstName: z.string(),
  ownerLastName: z.string(),
  ustId: z.string(),
  address: addressShape,
});

export type RegistrationValues = z.infer<typeof registration>;

/** The registration with nothing in it. */
export const blankRegistration: RegistrationValues = {
  email: "",
  firstName: "",
  lastName: "",
  password: "",
  business: false,
  businessForm: 0,
  businessType: "",
  ownerFirstName: "",
  ownerLastName: "",
  ustId: "",
  address: blankAddress,
};

/** Whether a business of this form names its owner: partnerships and sole proprietors. */
export const ownerRequired = (form: number) => form === 2 || form === 4;

/** The VAT id to send: in Germany the form has no field for one, so what was typed for another country does not count. */
export const vatIdOf = ({ ustId, address }: RegistrationValues) => (address.countryId === germany ? "" : ustId);

/** The registration's rules; those of a business hold only for one. The address takes the names from above. */
export function registrationSchema(rules: Rules, countries: Country[]) {
  return registration.check(
    reporting((values, report) => {
      report(["email"], emailReason(values.email));
      const as = values.business ? "business" : "private";
      report(["firstName"], nameReason(rules, "firstName", values.firstName, as));
      report(["lastName"], nameReason(rules, "lastName", values.lastName, as));
      report(["password"], passwordReason(values.password));
      if (!values.business) return;
      const { firstName, lastName, address } = values;
      checkAddress(report, ["address"], { ...address, firstName, lastName }, rules, countries, "business");
      if (address.company.trim() === "") report(["address", "company"], { key: "missing" });
      checkBusiness(report, values, rules, countries);
    }),
  );
}

/** The form of an account that becomes a business: its address counts where there is none yet. */
export function becomeBusinessSchema(rules: Rules, countries: Country[], withAddress: boolean) {
  return registration.check(
    reporting((values, report) => {
      const { address } = values;
      if (withAddress) checkAddress(report, ["address"], address, rules, countries, "business");
      else report(["address", "company"], textReason(rules, "company", address.company));
      if (address.company.trim() === "") report(["address", "company"], { key: "missing" });
      checkBusiness(report, values, rules, countries);
    }),
  );
}

function checkBusiness(report: Report, values: RegistrationValues, rules: Rules, countries: Country[]): void {
  if (values.businessForm === 0) report(["businessForm"], { key: "unchosen" });
  if (values.businessType === "") report(["businessType"], { key: "unchosen" });
  if (ownerRequired(values.businessForm)) {
    report(["ownerFirstName"], nameReason(rules, "firstName", values.ownerFirstName));
    report(["ownerLastName"], nameReason(rules, "lastName", values.ownerLastName));
  }
  if (values.address.countryId === germany) return;
  const country = countries.find((known) => known.id === values.address.countryId);
  report(["ustId"], values.ustId.trim() === "" ? { key: "missing" } : vatReason(rules, values.ustId, country?.iso));
}
