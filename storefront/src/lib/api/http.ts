import { ApiError, type FieldError } from "./error";

type ErrorBody = { error?: { reason?: string; fields?: FieldError[] } };

// Rendering on the server asks the API at its inner address; a browser asks the origin that served the page.
function baseUrl(): string {
  return typeof window === "undefined" ? (process.env.KONTOR_API_URL ?? "http://127.0.0.1:8080") : "";
}

async function send<T>(path: string, lang: string, init: RequestInit): Promise<T> {
  const response = await fetch(baseUrl() + path, {
    ...init,
    cache: "no-store",
    headers: { Accept: "application/json", "X-Lang": lang, ...init.headers },
  });
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (!response.ok) {
    const error = (body as ErrorBody | undefined)?.error;
    throw new ApiError(response.status, error?.reason ?? "internal", error?.fields ?? [], body);
  }
  return body as T;
}

/** GETs path, which holds its query, in the language. Throws ApiError; a network failure throws what fetch throws. */
export function get<T>(path: string, lang: string): Promise<T> {
  return send<T>(path, lang, { method: "GET" });
}

/** POSTs body as JSON. Throws like get. */
export function post<T>(path: string, lang: string, body: unknown): Promise<T> {
  return send<T>(path, lang, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
}
