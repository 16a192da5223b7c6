import { ApiError } from "./error";

/** Whether the API refused it, and would refuse the same again; not a failure of the shop, or of the way there. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
