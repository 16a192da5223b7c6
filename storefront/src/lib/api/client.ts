import createClient from "openapi-fetch";
import { ApiError, type FieldError } from "./error";
import type { paths } from "./schema";

// Rendering on the server asks the API at its inner address; a browser asks the origin that served the page.
const baseUrl = typeof window === "undefined" ? (process.env.KONTOR_API_URL ?? "http://127.0.0.1:8080") : "";

/** The API's operations, typed by its own document. */
export const api = createClient<paths>({ baseUrl, cache: "no-store" });

/** The header that asks for answers in a language. */
export const inLanguage = (lang: string) => ({ headers: { "X-Lang": lang } });

type Outcome<T> = { data?: T; error?: unknown; response: Response };
type Problem = { error?: { reason?: string; fields?: FieldError[] } };

/** The answer of a call. Throws ApiError for a refusal; a network failure throws what fetch throws. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const problem = (typeof error === "object" ? error : undefined) as Problem | undefined;
  throw new ApiError(response.status, problem?.error?.reason ?? "internal", problem?.error?.fields ?? [], error);
}
