import type { CheckoutView } from "@/lib/api/types";

/** Why a method that was chosen is not the checkout's: it is not on offer any more. Undefined where it is. */
export function refusalOf({ payment }: Pick<CheckoutView, "payment">, code: string): string | undefined {
  if (payment.selected === code) return undefined;
  return payment.methods?.find((method) => method.code === code)?.reason || "payment_method_not_available";
}
