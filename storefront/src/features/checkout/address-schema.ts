import * as z from "zod/mini";
import type { Address, AddressInput, CheckoutView, Country, SavedAddress } from "@/lib/api/types";
import { vatReason } from "@/lib/account/vat";
import { formatPhone, phoneReason } from "@/lib/checkout/phone";
import {
  germany,
  houseNumberReason,
  nameReason,
  postNumberReason,
  textReason,
  zipReason,
  type Rules,
} from "@/lib/checkout/rules";
import { reporting } from "@/lib/checkout/schema";

const address = z.object({
  company: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  streetName: z.string(),
  streetNumber: z.string(),
  zipCode: z.string(),
  cityName: z.string(),
  countryId: z.number(),
  postNumber: z.string(),
  pointId: z.string(),
});

const form = z.object({
  business: z.boolean(),
  vatId: z.string(),
  phone: z.string(),
  different: z.boolean(),
  deliveryType: z.enum(["delivery", "dhlpackstation", "hermespaketshop"]),
  deliveryId: z.number(), // of the address book, 0 for one that is typed
  invoice: address,
  delivery: address,
});

/** One address as the form has it. */
export type AddressValues = z.infer<typeof address>;
/** The whole form of the address step. */
export type AddressForm = z.infer<typeof form>;
/** Where a delivery goes: to a door, or to a place where the customer collects it. */
export type DeliveryType = AddressForm["deliveryType"];
/** The two addresses' names in the form. */
export type AddressName = "invoice" | "delivery";

/** The form as it was written down; undefined if it is of another version of the page. */
export function readForm(text: string): AddressForm | undefined {
  const read = form.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}

/** The form's rules for a guest or a private account: the server's table, and what it says of countries. Errors are reasons as JSON. */
export function addressSchema(
  rules: Rules,
  countries: Country[],
  { phoneRequired, as }: { phoneRequired: boolean; as: "guest" | "private" },
) {
  return form.check(
    reporting((values, report) => {
      const named = values.business ? "business" : as;
      const country = countries.find((one) => one.id === values.invoice.countryId);
      const checkNames = (name: AddressName, one: AddressValues) => {
        report([name, "firstName"], nameReason(rules, "firstName", one.firstName, named));
        report([name, "lastName"], nameReason(rules, "lastName", one.lastName, named));
      };
      const check = (name: AddressName, one: AddressValues) => {
        report([name, "company"], textReason(rules, "company", one.company));
        checkNames(name, one);
        report([name, "streetName"], textReason(rules, "streetName", one.streetName));
        report([name, "streetNumber"], houseNumberReason(rules, one.streetNumber));
        const land =
          name === "invoice" ? country : countries.find((known) => known.id === deliveryCountry(values, rules));
        report([name, "zipCode"], zipReason(rules, one.zipCode, land?.zipPattern));
        report([name, "cityName"], textReason(rules, "cityName", one.cityName));
      };
      check("invoice", values.invoice);
      if (values.different && values.deliveryId === 0) {
        const type = typeOf(values, rules);
        if (type === "delivery") check("delivery", values.delivery);
        else {
          checkNames("delivery", values.delivery);
          if (values.delivery.pointId === "") report(["delivery", "pointId"], { key: "missing_point" });
        }
        if (type === "dhlpackstation")
          report(["delivery", "postNumber"], postNumberReason(rules, values.delivery.postNumber));
        const fullName = [...values.delivery.firstName.trim(), ...values.delivery.lastName.trim()].length;
        if (fullName > rules.fullName)
          report(["delivery", "lastName"], { key: "fullname_too_long", length: rules.fullName });
      }
      if (phoneRequired && values.phone.trim() === "") report(["phone"], { key: "missing" });
      report(["phone"], phoneReason(rules, values.phone, country?.iso ?? "DE"));
      if (!values.business) return;
      if (values.invoice.company.trim() === "") report(["invoice", "company"], { key: "missing" });
      const abroad = values.invoice.countryId !== germany;
      if (values.vatId.trim() !== "") report(["vatId"], vatReason(rules, values.vatId, country?.iso));
      else if (abroad) report(["vatId"], { key: "missing" });
    }),
  );
}

const blank: AddressValues = {
  company: "",
  firstName: "",
  lastName: "",
  streetName: "",
  streetNumber: "",
  zipCode: "",
  cityName: "",
  countryId: germany,
  postNumber: "",
  pointId: "",
};

function valuesOf(address: Address | undefined): AddressValues {
  if (!address) return blank;
  return {
    company: address.company,
    firstName: address.firstName,
    lastName: address.lastName,
    streetName: address.streetName,
    streetNumber: address.streetNumber,
    zipCode: address.zipCode,
    cityName: address.cityName,
    countryId: address.countryId || germany,
    postNumber: address.postNumber,
    pointId: address.pointId ?? "",
  };
}

function namesOf(account?: Pick<Address, "firstName" | "lastName">) {
  return account && { firstName: account.firstName, lastName: account.lastName };
}

const deliveryTypes: readonly DeliveryType[] = ["delivery", "dhlpackstation", "hermespaketshop"];

/** How far the goods may go from where the bill goes. */
export type Reach = Pick<Rules, "deliveryAnywhere">;

/** The country that the goods go to: the billed one, unless a private customer may choose another. */
export function deliveryCountry(
  values: Pick<AddressForm, "business"> & Record<AddressName, { countryId: number }>,
  { deliveryAnywhere }: Reach,
): number {
  return deliveryAnywhere && !values.business ? values.delivery.countryId : values.invoice.countryId;
}

/** Where the delivery goes. Pickup points are in Germany only. */
export function typeOf(values: AddressForm, reach: Reach): DeliveryType {
  return deliveryCountry(values, reach) === germany ? values.deliveryType : "delivery";
}

/** The country that a delivery address starts with: Germany where the goods may go there. */
export function firstCountry({ deliveryAllowedCountries: allowed = [] }: Partial<CheckoutView>): number {
  return allowed.includes(germany) ? germany : (allowed[0] ?? germany);
}

/** What the form starts with: what the checkout knows already, or at least the account's names. */
export function initialValues(
  view: CheckoutView,
  account?: Pick<Address, "firstName" | "lastName">,
  book?: SavedAddress[],
): AddressForm {
  return {
    business: view.businessCustomer,
    vatId: view.vatId ?? "",
    phone: formatPhone(view.telephoneNumber, "DE"),
    different: view.mandatoryDeliveryAddress || view.differentDeliveryAddress,
    deliveryType: deliveryTypes.find((type) => type === view.delivery?.type) ?? "delivery",
    deliveryId: book?.find((one) => isSame(one, view.delivery))?.id ?? 0,
    invoice: { ...valuesOf(view.invoiceData), ...(view.invoiceData ? {} : namesOf(account)) },
    delivery: { ...valuesOf(view.delivery), ...(view.delivery ? {} : { countryId: firstCountry(view) }) },
  };
}

const postal = ["company", "firstName", "lastName", "streetName", "streetNumber", "zipCode", "cityName"] as const;

/** Whether an entry of the address book is that address. */
export function isSame(saved: SavedAddress, other: Pick<AddressValues, (typeof postal)[number]> | undefined): boolean {
  return other !== undefined && postal.every((field) => saved[field].trim() === other[field].trim());
}

/** An address as the server takes it. */
export function toAddress(values: AddressForm, name: AddressName, reach: Reach): AddressInput {
  const { postNumber, pointId, ...one } = values[name];
  const collected = name === "delivery" && typeOf(values, reach) !== "delivery";
  return {
    ...one,
    ...(collected ? { postNumber: postNumber.trim(), pointId } : {}),
    company: name === "invoice" && !values.business ? "" : values[name].company,
    countryId: name === "delivery" ? deliveryCountry(values, reach) : values.invoice.countryId,
    type: name === "delivery" ? typeOf(values, reach) : name,
  };
}
