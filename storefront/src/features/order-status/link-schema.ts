import { z } from "zod";
import { emailField, reporter } from "@/lib/checkout/schema";

const number = /^#?\d{1,18}$/;

/** The form that asks for an order's link: the order's number and the e-mail address that it was placed with. */
export const linkSchema = z.object({
  orderNumber: z.string().superRefine((typed, context) => {
    const key = typed.trim() === "" ? "missing" : "order_number_invalid";
    reporter(context)([], number.test(typed.trim()) ? undefined : { key });
  }),
  email: emailField,
});

/** What the form holds. */
export type LinkRequest = z.infer<typeof linkSchema>;
