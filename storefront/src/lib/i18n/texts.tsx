import { getLocale, getMessages, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { GivenTexts } from "./given-texts";
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

// As text, React takes them for one value; as an object it would look at each of a thousand, on the server and in the browser.
const written = new Map<string, string>();

/**
 * Gives the client components below it their texts: those of every page, and the parts of the messages that are named.
 * Whatever else the messages hold stays on the server. texts.test.ts knows which component says what.
 */
export async function Texts({ of = [], children }: { of?: string[]; children: ReactNode }) {
  const [locale, timeZone] = await Promise.all([getLocale(), getTimeZone()]);
  const key = [locale, ...of].join(" ");
  const texts = written.get(key) ?? JSON.stringify(pick(await getMessages(), [...everywhere, ...of]));
  written.set(key, texts);
  return (
    <GivenTexts locale={locale} timeZone={timeZone} texts={texts}>
      {children}
    </GivenTexts>
  );
}
