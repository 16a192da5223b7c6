import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";
import { textReason, type Reason, type Rules } from "./rules";

/** Whether a text can be a phone number of the country; an empty text may. */
export function isPhone(text: string, country: string): boolean {
  const shown = visible(text);
  if (shown === "") return true;
  return /^\+*[\d\s/().-]+$/.test(shown) && (parse(text, country)?.isPossible() ?? false);
}

/** What is wrong with a phone number of the country. */
export function phoneReason(rules: Rules, text: string, country: string): Reason | undefined {
  if (isPhone(text, country)) return undefined;
  return textReason(rules, "telephoneNumber", text) ?? { key: "invalid_phone" };
}

/** The number in international form, "+49 30 1234567"; a text that is none stays as it is. */
export function formatPhone(text: string, country: string): string {
  return isPhone(text, country) ? (parse(text, country)?.formatInternational() ?? text) : text;
}

// Marks of the direction of writing come along with a number copied from an address book.
const visible = (text: string) => text.replace(/\p{Cf}/gu, "").trim();

function parse(text: string, country: string) {
  const normal = visible(text).replace(/^\++/, "+").replace(/^00/, "+");
  return parsePhoneNumberFromString(normal, country as CountryCode);
}
