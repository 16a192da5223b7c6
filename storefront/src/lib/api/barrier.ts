import { answer, api, inLanguage } from "./client";

/** Tells the shop of a barrier; the same key is taken once. ApiError 404 when the shop takes no reports. */
export const reportBarrier = (key: string, text: string, email: string, lang: string) =>
  answer(
    api.POST("/api/accessibility/report", {
      ...inLanguage(lang),
      body: { key, text, ...(email && { email }), page: window.location.pathname },
    }),
  );
