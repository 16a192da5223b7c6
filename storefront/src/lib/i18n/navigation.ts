"use client";

import { useLocale } from "next-intl";
import { usePathname as useWholePathname, useRouter as useWholeRouter } from "next/navigation";
import { useMemo } from "react";
import { pathIn, pathWithin } from "./path";

/** The page's path without its language. */
export const usePathname = () => pathWithin(useWholePathname());

/** Goes to pages of the shop, given as paths without a language, in the language of this page. */
export function useRouter() {
  const locale = useLocale();
  const router = useWholeRouter();
  return useMemo(
    () => ({
      push: (path: string) => router.push(pathIn(locale, path)),
      replace: (path: string) => router.replace(pathIn(locale, path)),
    }),
    [locale, router],
  );
}
