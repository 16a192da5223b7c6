import { notFound } from "next/navigation";
import { cache } from "react";
import { fetchPage } from "@/lib/api/content";
import { ApiError } from "@/lib/api/error";
import { siteKey } from "./site";
import { writtenSmall } from "./written-small";

// As an import names pages. The API takes other signs for a slash, which would give a page several addresses.
const keyOfPage = /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/;
const ofCheckout = /^kasse(?:\/|$)/;

/**
 * A page that editors wrote, by its address without the slash at the front; what is written for the checkout is none. An
 * address with capitals leads to the one without, which may be another page of the shop; query is what else it says.
 */
export const loadPage = cache(async (key: string, query: string, locale: string) => {
  if (!keyOfPage.test(key.toLowerCase())) notFound();
  writtenSmall(`/${key}`, locale, query);
  if (ofCheckout.test(key)) notFound();
  return fetchPage(key, locale, await siteKey()).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) notFound();
    throw error;
  });
});
