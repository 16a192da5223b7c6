import { answer, api, inLanguage } from "./client";

/** Where the customer is logged in, the browser last used first. */
export const fetchSessions = (lang: string) =>
  answer(api.POST("/api/account/sessions/get", inLanguage(lang))).then(({ sessions }) => sessions);

/** Logs another browser out. */
export const endSession = (sessionId: string, lang: string) =>
  answer(api.POST("/api/account/sessions/end", { ...inLanguage(lang), body: { sessionId } }));

/** Logs all other browsers out. */
export const endOtherSessions = (lang: string) =>
  answer(api.POST("/api/account/sessions/end-others", inLanguage(lang)));

/** How far the copy of the customer's data is. */
export const fetchPrivacy = (lang: string) => answer(api.POST("/api/account/privacy/get", inLanguage(lang)));

/** Asks for a copy of all data; a mail says when it is ready. */
export const askForExport = (lang: string) => answer(api.POST("/api/account/privacy/export", inLanguage(lang)));

/** Where the copy is downloaded from. */
export const exportPath = "/account/privacy-export";

/** Deletes the account at once; it takes the password. ApiError 403 is a block. */
export const deleteAccount = (confirmationPassword: string, lang: string) =>
  answer(api.POST("/api/account/delete", { ...inLanguage(lang), body: { confirmationPassword } }));
