import type { Rules } from "@/lib/api/types";

export type { Rules };

/** The id of Germany, the country that forms start with. */
export const germany = 81;

/** Why a field is wrong: a key of the messages' "validation", and what its text is filled with. */
export type Reason = { key: string; length?: number; keyword?: string };

/** A text as the server stores it: trimmed, inner space squeezed. What space is goes by Unicode, as it does there. */
export const squeeze = (text: string): string =>
  text
    .split(/\p{White_Space}+/u)
    .filter((word) => word !== "")
    .join(" ");

/** Characters that nobody types, and that show as nothing or do something where a text is read. */
export const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Holds a text against the rule of its field. */
export function textReason(rules: Rules, field: string, text: string): Reason | undefined {
  const rule = rules.fields.find((one) => one.field === field);
  const value = squeeze(text);
  const length = [...value].length;
  if (!rule) return undefined;
  if (length === 0) return rule.required ? { key: "missing" } : undefined;
  if (length < rule.min) return { key: "too_short", length: rule.min };
  if (length > rule.max) return { key: "too_long", length: rule.max };
  const forbidden = [...(rule.forbidden ?? "")].some((character) => value.includes(character));
  return forbidden || unprintable.test(value) ? { key: "invalid_characters" } : undefined;
}

/** As what a name is given: by a guest of the checkout, a private account, or a business, which needs no hint to become one. */
export type NamedAs = "guest" | "private" | "business";

/** Holds a person's name against its rule, and against the words that make it a company's. */
export function nameReason(rules: Rules, field: string, text: string, as: NamedAs = "business"): Reason | undefined {
  const keyword = rules.keywords.find((word) => text.toLowerCase().includes(word.toLowerCase()));
  const key = as === "business" ? "keyword" : `keyword_${as}`;
  return textReason(rules, field, text) ?? (keyword ? { key, keyword } : undefined);
}

/** A house number may be missing; otherwise it begins with a digit. */
export function houseNumberReason(rules: Rules, text: string): Reason | undefined {
  const wrong = textReason(rules, "streetNumber", text);
  const value = squeeze(text);
  if (wrong || value === "") return wrong;
  return new RegExp(rules.houseNumber).test(value) ? undefined : { key: "invalid_housenumber" };
}

/** The number of a DHL customer, without which a Packstation takes no parcel. */
export function postNumberReason(rules: Rules, text: string): Reason | undefined {
  const value = squeeze(text);
  if (value === "") return { key: "missing" };
  return /^\d+$/.test(value) ? textReason(rules, "postNumber", text) : { key: "invalid_postnumber" };
}

/** A postcode fits its country's pattern. */
export function zipReason(rules: Rules, text: string, pattern: string | undefined): Reason | undefined {
  const wrong = textReason(rules, "zipCode", text);
  if (wrong || !pattern) return wrong;
  return new RegExp(`^(?:${pattern})$`).test(squeeze(text)) ? undefined : { key: "invalid_zip" };
}

/** What is wrong with an e-mail address, told as precisely as a person can use it. */
export function emailReason(text: string, maxLength = 80): Reason | undefined {
  const email = text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
  if (email === "") return { key: "missing" };
  if ([...email].length > maxLength) return { key: "too_long", length: maxLength };
  const at = email.lastIndexOf("@");
  if (at < 0) return { key: "email_no_at" };
  const local = email.slice(0, at);
  const domain = email.slice(at + 1);
  if (local === "") return { key: "email_no_local_part" };
  if (!/^[A-Za-z0-9_.!#%&'*+\-/=?^`{|}~]+$/.test(local)) return { key: "email_invalid_characters" };
  if (/^\.|\.\.|\.$/.test(local)) return { key: "email_invalid" };
  if (domain === "") return { key: "email_no_domain" };
  return domainReason(domain);
}

function domainReason(domain: string): Reason | undefined {
  const dot = domain.lastIndexOf(".");
  if (dot < 0 || dot === domain.length - 1) return { key: "email_no_tld" };
  if (dot === 0) return { key: "email_no_domain" };
  if (!/^[A-Za-z]{2,}$/.test(domain.slice(dot + 1))) return { key: "email_invalid_tld" };
  const label = /^[A-Za-z0-9äöüÄÖÜß]([A-Za-z0-9äöüÄÖÜß-]*[A-Za-z0-9äöüÄÖÜß])?$/;
  return domain
    .slice(0, dot)
    .split(".")
    .every((part) => label.test(part))
    ? undefined
    : { key: "email_invalid" };
}
