import type { CustomerData, Outcome } from "@/lib/api/types";
import {
  changeCompany,
  changeEmail,
  changeNames,
  changeOwner,
  changePassword,
  changePhone,
  changeVatId,
} from "@/lib/api/account";
import { passwordReason } from "@/lib/account/password";
import { vatReason } from "@/lib/account/vat";
import { formatPhone, phoneReason } from "@/lib/checkout/phone";
import { emailReason, nameReason, textReason, type Reason, type Rules } from "@/lib/checkout/rules";

/** What can be changed, by the last part of the page's address. */
export type Change =
  | "namen-aendern"
  | "email-aendern"
  | "passwort-aendern"
  | "telefon-aendern"
  | "inhaber-name-aendern"
  | "firmen-name-aendern"
  | "ustid-aendern";

/** The names of the fields that the changes have. */
export type FieldName =
  | "firstName"
  | "lastName"
  | "email"
  | "currentPassword"
  | "newPassword"
  | "confirmationPassword"
  | "telephoneNumber"
  | "ownerFirstName"
  | "ownerLastName"
  | "companyName"
  | "vatId";

export type Values = Partial<Record<FieldName, string>>;

type Field = {
  name: FieldName;
  kind?: "email" | "tel" | "current-password" | "new-password";
  /** What browsers fill in, where kind does not say it. */
  fills?: "given-name" | "family-name" | "organization";
  check: (text: string, rules: Rules, values: Values, known: CustomerData) => Reason | undefined;
};

/** A change: its fields, what they start with, and the call. */
export type Form = {
  fields: Field[];
  start: (known: CustomerData) => Values;
  send: (values: Required<Values>, lang: string) => Promise<Outcome>;
};

const namedAs = ({ businessCustomer }: CustomerData) => (businessCustomer ? "business" : "private");
const filled = (text: string): Reason | undefined => (text === "" ? { key: "missing" } : undefined);
const confirmation: Field = { name: "confirmationPassword", kind: "current-password", check: filled };

/** The changes' forms. */
export const forms: Record<Change, Form> = {
  "namen-aendern": {
    fields: [
      {
        name: "firstName",
        fills: "given-name",
        check: (text, rules, _, known) => nameReason(rules, "firstName", text, namedAs(known)),
      },
      {
        name: "lastName",
        fills: "family-name",
        check: (text, rules, _, known) => nameReason(rules, "lastName", text, namedAs(known)),
      },
      confirmation,
    ],
    start: ({ firstName, lastName }) => ({ firstName, lastName }),
    send: (v, lang) => changeNames(v.firstName, v.lastName, v.confirmationPassword, lang),
  },
  "email-aendern": {
    fields: [{ name: "email", kind: "email", check: (text) => emailReason(text) }, confirmation],
    start: () => ({}),
    send: (v, lang) => changeEmail(v.email.trim(), v.confirmationPassword, lang),
  },
  "passwort-aendern": {
    fields: [
      { name: "currentPassword", kind: "current-password", check: filled },
      {
        name: "newPassword",
        kind: "new-password",
        check: (text, _rules, values) =>
          passwordReason(text) ?? (text === values.currentPassword ? { key: "same_password" } : undefined),
      },
      {
        name: "confirmationPassword",
        kind: "new-password",
        check: (text, _rules, values) => (text === values.newPassword ? undefined : { key: "confirm_password" }),
      },
    ],
    start: () => ({}),
    send: (v, lang) => changePassword(v.currentPassword, v.newPassword, v.confirmationPassword, lang),
  },
  "telefon-aendern": {
    fields: [{ name: "telephoneNumber", kind: "tel", check: (text, rules) => phoneReason(rules, text, "DE") }],
    start: ({ telephoneNumber }) => ({ telephoneNumber: formatPhone(telephoneNumber, "DE") }),
    send: (v, lang) => changePhone(v.telephoneNumber, lang),
  },
  "inhaber-name-aendern": {
    fields: [
      { name: "ownerFirstName", check: (text, rules) => nameReason(rules, "firstName", text) },
      { name: "ownerLastName", check: (text, rules) => nameReason(rules, "lastName", text) },
    ],
    start: ({ ownerFirstName, ownerLastName }) => ({ ownerFirstName, ownerLastName }),
    send: (v, lang) => changeOwner(v.ownerFirstName, v.ownerLastName, lang),
  },
  "firmen-name-aendern": {
    fields: [
      {
        name: "companyName",
        fills: "organization",
        check: (text, rules) => filled(text.trim()) ?? textReason(rules, "company", text),
      },
    ],
    start: ({ companyName }) => ({ companyName }),
    send: (v, lang) => changeCompany(v.companyName, lang),
  },
  "ustid-aendern": {
    fields: [
      {
        name: "vatId",
        check: (text, rules, _values, { vatRequired }) =>
          (vatRequired ? filled(text.trim()) : undefined) ?? vatReason(rules, text),
      },
    ],
    start: ({ vatId }) => ({ vatId }),
    send: (v, lang) => changeVatId(v.vatId, lang),
  },
};

/** Whether an address names a change. */
export const isChange = (name: string): name is Change => Object.hasOwn(forms, name);

/** Whether the customer is a member of the campus programme, whose names are fixed. */
export const isStudent = ({ studentStatus }: CustomerData) =>
  ["valid", "valid-near-expire", "pending"].includes(studentStatus);

/** What this customer may change. */
export function changesOf(known: CustomerData): Change[] {
  const own: Change[] = ["email-aendern", "passwort-aendern", "telefon-aendern"];
  if (!isStudent(known)) own.unshift("namen-aendern");
  if (!known.businessCustomer) return own;
  if (known.ownerRequired) own.push("inhaber-name-aendern");
  if (known.companyName === "") own.push("firmen-name-aendern");
  return [...own, "ustid-aendern"];
}
