import { sendBrowserError } from "@/lib/api/monitor";
import type { BrowserError } from "@/lib/api/types";

const most = 10;
const longest = 1000;

/** Sends reports: each once, and no more than ten while the page is open, so that a loop of errors floods nobody. */
export function reporter(send: (error: BrowserError) => Promise<unknown>, page: () => string) {
  const known = new Set<string>();
  return (kind: BrowserError["kind"], message: string, at: Partial<BrowserError> = {}): void => {
    const key = `${kind} ${message} ${at.source ?? ""} ${at.line ?? 0}`;
    if (known.size >= most || known.has(key)) return;
    known.add(key);
    // A report that does not get through is no error of its own.
    send({ kind, message: message.slice(0, longest), page: page(), ...at }).catch(() => undefined);
  };
}

/** Tells the shop's error monitor of what no visitor is told; the server takes out what could name one. */
export const report = reporter(sendBrowserError, () => window.location.origin + window.location.pathname);
