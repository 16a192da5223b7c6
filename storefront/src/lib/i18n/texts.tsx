import { getLocale, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { GivenTexts } from "./given-texts";
import { writtenTexts } from "./written-texts";

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

/** Gives client components their texts: those that every page has. Whatever else the messages hold stays on the server. */
export async function Texts({ children }: { children: ReactNode }) {
  const [locale, timeZone, texts] = await Promise.all([getLocale(), getTimeZone(), writtenTexts(everywhere)]);
  return (
    <GivenTexts locale={locale} timeZone={timeZone} texts={texts}>
      {children}
    </GivenTexts>
  );
}
