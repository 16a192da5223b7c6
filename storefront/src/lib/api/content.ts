import { answer, api, inLanguage } from "./client";

/**
 * A page that editors wrote; key is its address without the slash at the front, site as fetchAds has it. ApiError 404 for an
 * unknown one.
 */
export const fetchPage = (key: string, lang: string, site?: string) =>
  answer(
    api.GET("/api/pineberry/{key}", { ...inLanguage(lang, site), params: { path: { key: key.replaceAll("/", "_") } } }),
  );

/** What a page tells of itself when it asks for ads: its path without a language, and what an ad may be aimed at besides. */
type AdContext = {
  mobile: boolean;
  path: string;
  keywords: Record<string, string>;
  lineItem?: string;
  creative?: string;
};

/** The ads of some places. A place that has none is not among the templates. site is whose shop the page is for, on the server. */
export const fetchAds = (targets: string[], context: AdContext, lang: string, site?: string) =>
  answer(
    api.GET("/api/banana-handler/get-multiple", {
      ...inLanguage(lang, site),
      params: {
        query: {
          targets: targets.join(","),
          "is-mobile": String(context.mobile),
          categories: context.path.split("/").filter(Boolean).join("/").toLowerCase(),
          "key-values": JSON.stringify(context.keywords).toLowerCase(),
          "adn-lp-li": context.lineItem,
          "adn-lp-c": context.creative,
        },
      },
    }),
  );
