import { answer, api } from "./client";
import type { BrowserError } from "./types";

/** Tells the shop of an error in the browser. The page may be going away while it is sent. */
export const sendBrowserError = (body: BrowserError) =>
  answer(api.POST("/api/monitor/error", { body, keepalive: true }));
