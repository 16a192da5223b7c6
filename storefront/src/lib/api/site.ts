import { answer, api } from "./client";

/** Whose shop a page is for; key is what the front door says of the page's request, "" for the shop's own. */
export const fetchSite = (key: string) => answer(api.GET("/api/site", { headers: { "X-Kontor-Site": key } }));

/** The support chat, and whether somebody answers now. */
export const fetchChat = () => answer(api.GET("/api/chat"));
