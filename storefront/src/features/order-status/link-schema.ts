import * as z from "zod/mini";
import { emailField, reporting } from "@/lib/checkout/schema";

const number = /^#?\d{1,18}$/;

/** The form that asks for an order's link: the order's number and the e-mail address that it was placed with. */
export const linkSchema = z.object({
  orderNumber: z.string().check(
    reporting((typed, report) => {
      const key = typed.trim() === "" ? "missing" : "order_number_invalid";
      report([], number.test(typed.trim()) ? undefined : { key });
    }),
  ),
  email: emailField,
});

/** What the form holds. */
export type LinkRequest = z.infer<typeof linkSchema>;
