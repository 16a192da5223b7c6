import { answer, api, inLanguage } from "./client";

/** The home page's slides, deals, categories and top products; of a partner's shop, which has no such page, its category alone. */
export const fetchHome = (lang: string, site?: string) => answer(api.GET("/api/home", inLanguage(lang, site)));

/** The root categories of whose shop it is. */
export const fetchRoots = (lang: string, site?: string) =>
  answer(api.GET("/api/navigation_data", inLanguage(lang, site))).then(({ categories }) => categories);

/** One level of the category flyout. */
export const fetchFlyout = (id: number, lang: string) =>
  answer(api.GET("/api/navigation/category/{id}", { ...inLanguage(lang), params: { path: { id } } }));

// A listing's query holds whatever its filters are called, so it goes out as the address has it.
const asWritten = (query: URLSearchParams) => ({ querySerializer: () => query.toString() });

/** A category's listing; query holds page, sortListing and the filter parameters as the address has them. */
export const fetchCategory = (slug: string, query: URLSearchParams, lang: string, site: string) =>
  answer(
    api.GET("/api/category/{slug}", { ...inLanguage(lang, site), ...asWritten(query), params: { path: { slug } } }),
  );

/** What was found for a text. */
export function fetchSearch(text: string, query: URLSearchParams, lang: string, site: string) {
  const params = new URLSearchParams(query);
  params.set("query", text);
  return answer(api.GET("/api/search", { ...inLanguage(lang, site), ...asWritten(params) }));
}

/** A product page; ApiError 404 for an unknown slug, and for what is not sold in that shop. */
export const fetchProduct = (slug: string, lang: string, site: string) =>
  answer(api.GET("/api/product/{slug}", { ...inLanguage(lang, site), params: { path: { slug } } }));

/** What the law wants said of products where they are bought; products that are sold no more are left out. */
export const fetchFacts = (ids: number[], lang: string) =>
  answer(api.GET("/api/product-facts", { ...inLanguage(lang), params: { query: { ids } } })).then(
    ({ products }) => products,
  );

/** Suggestions for at least three characters, at most limit. */
export const fetchSuggestions = (query: string, limit: number, lang: string) =>
  answer(api.GET("/api/suggest", { ...inLanguage(lang), params: { query: { query, limit } } })).then(
    ({ result }) => result.findings.finding,
  );

/** Which listing a filter panel belongs to. */
export type FilterScope = { categoryId: number } | { query: string };

/** The filters with the counts that a selection would have; selection maps URL parameters to values. */
export function fetchFilters(scope: FilterScope, selection: Record<string, string | string[]>, lang: string) {
  const text = JSON.stringify(selection);
  return "query" in scope
    ? answer(api.POST("/search/filters/get", { ...inLanguage(lang), body: { query: scope.query, filter: text } }))
    : answer(
        api.POST("/category/filters/get", {
          ...inLanguage(lang),
          body: { categoryId: scope.categoryId, selectedFilter: text },
        }),
      );
}

/** The energy label of a product: the label's image, its data sheet and the entry in the official product database. */
export const fetchEnergyLabel = (id: number, lang: string) =>
  answer(api.GET("/product/fetch/eef/{id}", { ...inLanguage(lang), params: { path: { id } } }));
