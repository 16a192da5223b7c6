import type { BaseSyntheticEvent } from "react";
import { get, type FieldErrors, type FieldValues } from "react-hook-form";
import { focusFirstWrong } from "./first-wrong";

/** For a form's handleSubmit: moves the focus to the first field that is wrong as they stand on the page, not as they came up. */
export function leadToWrong<T extends FieldValues>(errors: FieldErrors<T>, event?: BaseSyntheticEvent): void {
  focusFirstWrong((event?.target ?? null) as HTMLFormElement | null, (name) => get(errors, name) !== undefined);
}
