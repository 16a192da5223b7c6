import type { CheckoutView } from "@/lib/api/types";
import type { Money } from "@/lib/money/format";

/** A product that costs something else than it was shown for; each of the amounts is of one, with its warranty. */
export type CostChange = { id: number; name: string; before: Money; now: Money };

type Priced = { products: Pick<CheckoutView["products"][number], "id" | "name" | "price">[] };

/** The products of both views whose price has changed from the first to the second, in the second's order. */
export function costChanges(shown: Priced, fresh: Priced): CostChange[] {
  const before = new Map(shown.products.map(({ id, price }) => [id, price]));
  return fresh.products.flatMap(({ id, name, price }) => {
    const was = before.get(id);
    return was && was.minor !== price.minor ? [{ id, name, before: was, now: price }] : [];
  });
}
