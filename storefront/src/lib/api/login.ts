import { answer, api, inLanguage, type Outcome } from "./client";
import { ApiError } from "./error";
import { kept } from "./kept";

const blocks = new WeakMap<ApiError, number>();

// The time that is left is counted by the shop's clock, which the answer tells: a visitor's may be days wrong.
async function answerOrBlock<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { response } = await call;
  try {
    return await answer(call);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      const { loginBlockedUntil = 0 } = error.body as { loginBlockedUntil?: number };
      const now = Date.parse(response.headers.get("Date") ?? "") || Date.now();
      blocks.set(error, loginBlockedUntil - now / 1000);
    }
    throw error;
  }
}

/** For how many seconds the log-in is blocked by what login or submitCode threw; 0 or less when it is not. */
export const blockedFor = (error: unknown) => blocks.get(error as ApiError) ?? 0;

/** Tries a password. needs2FaAuthentication in the answer asks for the mailed code; ApiError 403 is a block. */
export const login = (email: string, password: string, lang: string) =>
  answerOrBlock(api.POST("/auth/login", { ...inLanguage(lang), ...kept, body: { email, password } }));

/** Completes a login with the mailed code. */
export const submitCode = (code: string, lang: string) =>
  answerOrBlock(api.POST("/api/auth/submit-two-fa-code", { ...inLanguage(lang), ...kept, body: { code } }));
