import { z } from "zod";
import { emailReason, type Reason } from "./rules";

/** Hands reasons to a form's check, as JSON. */
export const reporter =
  (context: z.RefinementCtx) =>
  (path: string[], reason: Reason | undefined): void => {
    if (reason) context.addIssue({ code: "custom", path, message: JSON.stringify(reason) });
  };

/** An e-mail address in a form. */
export const emailField = z.string().superRefine((email, context) => reporter(context)([], emailReason(email)));

/** A form that asks for an e-mail address alone. */
export const emailSchema = z.object({ email: emailField });
