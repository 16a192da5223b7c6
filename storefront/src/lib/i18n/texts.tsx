import { NextIntlClientProvider, type Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pick } from "./pick";

/** What the components of every page say: header, footer, product cards, the dialogs that may open anywhere. */
export const everywhere = [
  "account.login",
  "account.password",
  "account.softLogin",
  "account.twoFactor",
  "ads",
  "bundle",
  "cart",
  "chat",
  "common",
  "comparison",
  "consent",
  "energy",
  "errors",
  "express",
  "failure",
  "filter",
  "footer",
  "gallery",
  "header",
  "home",
  "listing",
  "navigation",
  "newsletter",
  "price",
  "product",
  "review",
  "search",
  "validation",
  "wishlist",
] as const;

/**
 * Gives the client components below it their texts: those of every page, and the parts of the messages that are named.
 * Whatever else the messages hold stays on the server. texts.test.ts knows which component says what.
 */
export async function Texts({ of = [], children }: { of?: string[]; children: ReactNode }) {
  const messages = pick(await getMessages(), [...everywhere, ...of]) as Messages;
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
