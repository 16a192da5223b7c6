import { notFound } from "next/navigation";
import { cache } from "react";
import { fetchPage } from "@/lib/api/content";
import { ApiError } from "@/lib/api/error";
import { siteKey } from "./site";

// As an import names pages. The API takes other signs for a slash, which would give a page several addresses.
const keyOfPage = /^(?!kasse(?:\/|$))[a-z0-9]+(?:[-/][a-z0-9]+)*$/;

/** A page that editors wrote, by its address without the slash at the front; what is written for the checkout is none. */
export const loadPage = cache(async (key: string, locale: string) => {
  if (!keyOfPage.test(key)) notFound();
  return fetchPage(key, locale, await siteKey()).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) notFound();
    throw error;
  });
});
