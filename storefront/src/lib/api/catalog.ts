import { get, post } from "./http";
import type { Filter, Finding, Home, Link, Listing, Product } from "./types";

/** The home page's slides, deals and top products. */
export const fetchHome = (lang: string) => get<Home>("/api/home", lang);

/** The root categories. */
export const fetchRoots = (lang: string) =>
  get<{ categories: Link[] }>("/api/navigation_data", lang).then((answer) => answer.categories);

/** One level of the category flyout. */
export const fetchFlyout = (id: number, lang: string) =>
  get<{ parent: Link; children: Link[] }>(`/api/navigation/category/${id}`, lang);

/** A category's listing; query holds page, sortListing and the filter parameters as the address has them. */
export const fetchCategory = (slug: string, query: URLSearchParams, lang: string) =>
  get<Listing>(`/api/category/${encodeURIComponent(slug)}?${query}`, lang);

/** What was found for a text. */
export function fetchSearch(text: string, query: URLSearchParams, lang: string): Promise<Listing> {
  const params = new URLSearchParams(query);
  params.set("query", text);
  return get<Listing>(`/api/search?${params}`, lang);
}

/** A product page; ApiError 404 for an unknown slug. */
export const fetchProduct = (slug: string, lang: string) =>
  get<Product>(`/api/product/${encodeURIComponent(slug)}`, lang);

/** At most five suggestions for at least three characters. */
export const fetchSuggestions = (text: string, lang: string) =>
  get<{ result: { findings: { finding: Finding[] | null } } }>(
    `/api/suggest?query=${encodeURIComponent(text)}`,
    lang,
  ).then((answer) => answer.result.findings.finding ?? []);

/** Which listing a filter panel belongs to. */
export type FilterScope = { categoryId: number } | { query: string };

/** The filters with the counts that a selection would have; selection maps URL parameters to values. */
export function fetchFilters(scope: FilterScope, selection: Record<string, string | string[]>, lang: string) {
  const text = JSON.stringify(selection);
  const answer =
    "query" in scope
      ? post<{ filters: Filter[]; total?: number }>("/search/filters/get", lang, { query: scope.query, filter: text })
      : post<{ filters: Filter[]; total?: number }>("/category/filters/get", lang, {
          categoryId: scope.categoryId,
          selectedFilter: text,
        });
  return answer;
}

/** The energy label of a product: the label's image, its data sheet and the entry in the official product database. */
export const fetchEnergyLabel = (id: number, lang: string) =>
  get<{ eefImage: string; sheet: string; eprel: string }>(`/product/fetch/eef/${id}`, lang);
