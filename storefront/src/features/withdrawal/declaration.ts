import * as z from "zod/mini";
import { emailReason, type Reason } from "@/lib/checkout/rules";
import { reporting } from "@/lib/checkout/schema";
import type { WithdrawalOrder, WithdrawalRequest } from "@/lib/api/types";

const maxName = 100;
const plain = /^[A-Za-z0-9._/-]{1,40}$/;

const checked = (reason: (value: string) => Reason | undefined) =>
  z.string().check(reporting((value, report) => report([], reason(value.trim()))));

function nameReason(name: string): Reason | undefined {
  if (name === "") return { key: "missing" };
  return [...name].length > maxName ? { key: "too_long", length: maxName } : undefined;
}

const codeReason = (key: string) => (text: string) => {
  if (text === "") return { key: "missing" };
  return plain.test(text.replace(/^#/, "")) ? undefined : { key };
};

const item = z.object({
  articleNumber: checked(codeReason("article_number_invalid")),
  quantity: z.int().check(z.minimum(1)),
});

/** The form: name, contract and address for the receipt, and which part of the order when it is not the whole. */
export const declarationSchema = z.discriminatedUnion("scope", [
  z.object({
    scope: z.literal("whole"),
    name: checked(nameReason),
    orderNumber: checked(codeReason("order_number_invalid")),
    email: checked(emailReason),
    items: z.array(z.unknown()),
  }),
  z.object({
    scope: z.literal("part"),
    name: checked(nameReason),
    orderNumber: checked(codeReason("order_number_invalid")),
    email: checked(emailReason),
    items: z.array(item).check(z.minLength(1, JSON.stringify({ key: "missing_articles" }))),
  }),
]);

/** One row of the items. */
type DeclaredItem = { articleNumber: string; quantity: number };

/** What the form holds. */
export type Declaration = {
  scope: "whole" | "part";
  name: string;
  orderNumber: string;
  email: string;
  items: DeclaredItem[];
};

/** An empty row. */
export const blankItem: DeclaredItem = { articleNumber: "", quantity: 1 };

/** The body to send, without its key. token is that of the order's link, "" without one. */
export function requestOf(values: Declaration, token: string): Omit<WithdrawalRequest, "key"> {
  const { name, orderNumber, email } = values;
  const items = values.scope === "part" ? values.items : [];
  return {
    name: name.trim(),
    orderNumber: orderNumber.trim(),
    email: email.trim(),
    token: token || undefined,
    items: items.map((one) => ({ articleNumber: one.articleNumber.trim(), quantity: one.quantity })),
  };
}

/** The lines of an order that can still be withdrawn from. */
export const openLines = (order: WithdrawalOrder) => order.lines.filter((line) => !line.reason && line.left > 0);
