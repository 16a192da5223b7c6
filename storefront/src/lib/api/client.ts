import createClient from "openapi-fetch";
import { ApiError, type FieldError } from "./error";
import { patient } from "./patient";
import type { paths } from "./schema";
import { newTraceparent } from "./trace";

// Rendering on the server asks the API at its inner address; a browser asks the origin that served the page.
const onServer = typeof window === "undefined";
// A page that is being made waits no longer for a part than a visitor would; the front door waits for two of them (core/httpapi).
const partMs = 5_000;
// A signal that only the call knows may be collected as garbage while it waits, and never tells: the timer is waited for itself. It
// goes on once the answer has begun, which may stop in the middle.
const inTime = (request: Request) => {
  const over = new AbortController();
  const signal = AbortSignal.any([request.signal, over.signal]);
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      if (signal.aborted) return;
      const reason = new DOMException("The API did not answer in time", "TimeoutError");
      over.abort(reason);
      reject(reason);
    }, partMs);
  });
  return Promise.race([fetch(request, { signal }), late]);
};
const baseUrl = onServer ? (process.env.KONTOR_API_URL ?? "http://127.0.0.1:8080") : "";

/** The API's operations, typed by its own document. A crowded shop is asked again by browsers; pages have no time for it. */
export const api = createClient<paths>({
  baseUrl,
  cache: "no-store",
  // Between two processes side by side, packing and unpacking an answer costs more than sending it.
  ...(onServer
    ? { headers: { "Accept-Encoding": "identity" }, fetch: inTime }
    : { fetch: patient((request) => fetch(request)) }),
});

// A browser's call begins a trace, so that what it causes in the shop can be found by it. On the server the trace of the
// request that is being answered goes on (server/trace.mjs).
if (!onServer) {
  api.use({ onRequest: ({ request }) => void request.headers.set("traceparent", newTraceparent()) });
}

/** The headers that ask for answers in a language and, on the server, for whose shop a page is: a browser's calls go to its host. */
export const inLanguage = (lang: string, site?: string) => ({ headers: { "X-Lang": lang, "X-Kontor-Site": site } });

/** A call's result as openapi-fetch gives it. */
export type Outcome<T> = { data?: T; error?: unknown; response: Response };
type Problem = { error?: { reason?: string; fields?: FieldError[] } } | null;

/**
 * The answer of a call. Throws ApiError for a refusal; a network failure throws what fetch throws. The shop answers every call with
 * something: an answer without content was lost on the way, as by a proxy, and nobody knows what became of the call.
 */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) {
    if (data == null) throw new TypeError();
    return data;
  }
  const problem = (error as Problem | undefined)?.error; // a proxy's words have none
  const reason = problem?.reason ?? (response.status === 429 ? "too_many_requests" : "internal");
  throw new ApiError(response.status, reason, problem?.fields, error);
}
