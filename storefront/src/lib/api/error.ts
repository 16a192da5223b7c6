/** One wrong field of a request: its name as sent and a reason, which is a key of the messages. */
export type FieldError = { field: string; reason: string };

/** What the API answered instead of a result. Reason is a key of the messages' "errors"; body is the whole answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly fields: FieldError[] = [],
    readonly body: unknown = undefined,
  ) {
    super(`${status} ${reason}`);
    this.name = "ApiError";
  }
}

/** The reason of whatever was thrown: the API's, or "network" when the API was not reached. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.reason : "network";
}

/** The names of the fields that a failed call was refused for; none for any other failure. */
export const wrongIn = (error: unknown) => (error instanceof ApiError ? error.fields.map(({ field }) => field) : []);
