import cardValidator from "card-validator";
import * as z from "zod/mini";
import type { CardToken, CheckoutCards } from "@/lib/api/types";
import { patienceMs } from "./in-time";

/** A kind of card that the gateway takes: its letter there, and the brand as the shop names it. */
export type CardType = { code: string; brand: string };

const brands: Record<string, string> = {
  visa: "VISA",
  mastercard: "MasterCard",
  "american-express": "AmericanExpress",
  "diners-club": "Diners",
  discover: "Discover",
};

const usualLength = 16;
const usualGaps = [4, 8, 12, 16];

// The library knows fewer lengths of these brands, and does not group what is longer than usual.
const from = (shortest: number) => Array.from({ length: 20 - shortest }, (_, at) => shortest + at);
cardValidator.creditCardType.updateCard("visa", { lengths: from(13), gaps: usualGaps });
cardValidator.creditCardType.updateCard("discover", { lengths: from(16), gaps: usualGaps });
cardValidator.creditCardType.updateCard("diners-club", { lengths: from(14) });

const digits = (text: string) => text.replace(/\D/g, "");
const kindOf = (number: string) => cardValidator.number(digits(number)).card;

/** The brand of a number as far as it is typed; undefined while more than one is possible, or none. */
export function brandOf(number: string): string | undefined {
  return brands[kindOf(number)?.type ?? ""];
}

/** How many digits the verification number has. */
export const codeLength = (number: string): number => kindOf(number)?.code.size ?? 3;

/** The number in the groups that are printed on the card. */
export function formatCard(number: string): string {
  const kind = kindOf(number);
  const longest = Math.max(...(kind?.lengths ?? [usualLength]));
  const gaps = kind?.gaps ?? usualGaps;
  return [...digits(number).slice(0, longest)].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join("");
}

// As the server has it.
const holder = /^[\p{L}' .-]{2,50}$/u;

/** The card form. Errors are keys of the messages' "checkout.card.errors". */
export function cardSchema(types: CardType[], now = new Date()) {
  return z
    .object({
      holder: z.string().check(z.refine((text) => holder.test(text.trim()), "holder")),
      pan: z.string().check(
        z.refine((text) => digits(text) !== "", "pan"),
        z.refine((text) => cardValidator.number(digits(text)).isValid, "panInvalid"),
        z.refine((text) => types.some(({ brand }) => brand === brandOf(text)), "unsupported"),
      ),
      month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, "month")),
      year: z.string().check(z.regex(/^20\d\d$/, "year")),
      cvc2: z.string(),
    })
    .check(
      z.superRefine((card, context) => {
        if (digits(card.cvc2).length !== codeLength(card.pan))
          context.addIssue({ code: "custom", path: ["cvc2"], message: "cvc2" });
        const month = Number(card.year) * 12 + Number(card.month) - 1;
        // In UTC as the server has it: where the next month has begun earlier, a card holds as long.
        if (month < now.getUTCFullYear() * 12 + now.getUTCMonth())
          context.addIssue({ code: "custom", path: ["month"], message: "expired" });
      }),
    );
}

/** The card as it is typed. It leaves the browser for the gateway only. */
export type Card = z.infer<ReturnType<typeof cardSchema>>;

/** What the gateway calls the card's parts, and the values that it wants back unchanged. */
export type Gateway = Pick<CheckoutCards, "gateway" | "fields" | "hiddenFields" | "cardTypes">;

/** What the gateway answers a check. What is of another shape is no answer, and what it says is shown, so that it has an end. */
const cardCheck = z.object({
  status: z.enum(["VALID", "INVALID", "ERROR"]),
  pseudocardpan: z.optional(z.string()),
  truncatedcardpan: z.optional(z.string()),
  cardtype: z.optional(z.string()),
  cardexpiredate: z.optional(z.string()),
  customermessage: z.catch(z.optional(z.string().check(z.maxLength(500))), undefined),
  errormessage: z.catch(z.optional(z.string().check(z.maxLength(500))), undefined),
});

type CardCheck = z.infer<typeof cardCheck>;

/** Has the gateway check a card. Throws when it cannot be reached, is silent, or its answer is none. */
export async function checkCard(gateway: Gateway, card: Card): Promise<CardCheck> {
  const form = new FormData();
  for (const [name, value] of Object.entries(gateway.hiddenFields)) form.set(name, value);
  const set = (part: string, value: string) => {
    const name = gateway.fields[part];
    if (name) form.set(name, value);
  };
  set("pan", digits(card.pan));
  set("type", gateway.cardTypes.find(({ brand }) => brand === brandOf(card.pan))?.code ?? "");
  set("expiry", card.year.slice(2) + card.month);
  set("cvc2", digits(card.cvc2));
  set("holder", card.holder.trim());
  const response = await fetch(gateway.gateway, {
    method: "POST",
    body: form,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) throw new Error("gateway");
  return cardCheck.parse(await response.json());
}

/** What the shop may know of a checked card: the gateway's stand-in for the number, never the number. */
export function tokenOf(check: CardCheck, holderName: string): CardToken {
  return {
    pseudocardpan: check.pseudocardpan ?? "",
    truncatedcardpan: check.truncatedcardpan ?? "",
    cardtype: check.cardtype ?? "",
    cardexpiredate: check.cardexpiredate ?? "",
    cardholder: holderName.trim(),
  };
}
