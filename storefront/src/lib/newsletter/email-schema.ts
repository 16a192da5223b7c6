import { z } from "zod";
import { emailReason } from "@/lib/checkout/rules";

/** A form that asks for an e-mail address alone. */
export const emailSchema = z.object({
  email: z.string().superRefine((email, context) => {
    const reason = emailReason(email);
    if (reason) context.addIssue({ code: "custom", message: JSON.stringify(reason) });
  }),
});
