import type { Country } from "@/lib/api/types";
import { vatPrefix } from "@/lib/account/vat";

/** What the field of a business's VAT id says for the country of the invoice: abroad nothing goes without one. */
export function vatIdField(country: Pick<Country, "iso"> | undefined) {
  const iso = country?.iso ?? "DE";
  const hint = iso === "DE" ? "vatIdHint" : iso === "ES" ? "vatIdHintSpain" : "vatIdHintAbroad";
  return { hint, required: iso !== "DE", prefix: vatPrefix(iso) } as const;
}
