import * as z from "zod/mini";
import { emailReason, type Reason } from "./rules";

/** Tells a form of what is wrong at a path, if anything is. */
export type Report = (path: string[], reason: Reason | undefined) => void;

/** A check of a form's values that hands its reasons to the form, as JSON. */
export const reporting = <T>(check: (values: T, report: Report) => void) =>
  z.superRefine<T>((values, context) =>
    check(values, (path, reason) => {
      if (reason) context.addIssue({ code: "custom", path, message: JSON.stringify(reason) });
    }),
  );

/** An e-mail address in a form. */
export const emailField = z.string().check(reporting((email, report) => report([], emailReason(email))));

/** A form that asks for an e-mail address alone. */
export const emailSchema = z.object({ email: emailField });
