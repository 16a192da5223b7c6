"use client";

import { useLocale } from "next-intl";
import { usePathname as useWholePathname, useRouter as useWholeRouter } from "next/navigation";
import { useMemo, type TransitionStartFunction } from "react";
import { pathIn, pathWithin } from "./path";

/** The page's path without its language. */
export const usePathname = () => pathWithin(useWholePathname());

let start: TransitionStartFunction = (go) => void go();

/** Names who shows that a page is underway. */
export const shownBy = (shower: TransitionStartFunction) => void (start = shower);

let first: TransitionStartFunction = (go) => void go();

/** Names who goes to a page when the time has come for it. */
export const firstOfAll = (starter: TransitionStartFunction) => void (first = starter);

/** Goes to a page, which is shown to be underway until it is there. */
export const underway: TransitionStartFunction = (go) => first(() => start(go));

/** Goes to pages of the shop, given as paths without a language, in the language of this page. */
export function useRouter() {
  const locale = useLocale();
  const router = useWholeRouter();
  return useMemo(
    () => ({
      push: (path: string) => underway(() => router.push(pathIn(locale, path))),
      replace: (path: string) => underway(() => router.replace(pathIn(locale, path))),
    }),
    [locale, router],
  );
}
