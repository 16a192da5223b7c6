import type { CartProduct } from "@/lib/api/types";
import type { Shelf } from "@/lib/remembered/shelf";
import type { CostChange } from "./cost-changes";

type Keeper = Pick<Shelf, "getItem" | "setItem">;
type Line = Pick<CartProduct, "id" | "name" | "price" | "inCartAsStudentProduct">;

/** What one of a product cost in minor units, and whether that was the student price. */
type Seen = { minor: number; student: boolean };

const key = "kontor.cart.prices";

const seenNow = ({ price, inCartAsStudentProduct }: Line): Seen => ({
  minor: price.minor,
  student: inCartAsStudentProduct,
});

function readSeen(keeper: Keeper): Record<string, Seen | undefined> {
  try {
    const kept: unknown = JSON.parse(keeper.getItem(key) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, Seen>) : {};
  } catch {
    return {};
  }
}

// Who gets the student price from now on, or no longer, knows why it is another.
function lastSeen(seen: Record<string, Seen | undefined>, line: Line): Seen | undefined {
  const last = seen[line.id];
  return Number.isSafeInteger(last?.minor) && last?.student === line.inCartAsStudentProduct ? last : undefined;
}

function keep(keeper: Keeper, lines: Line[], price: (line: Line) => Seen): void {
  keeper.setItem(key, JSON.stringify(Object.fromEntries(lines.map((line) => [line.id, price(line)]))));
}

/** The lines that cost something else than this browser has shown them for. */
export function priceChanges(keeper: Keeper, lines: Line[]): CostChange[] {
  const seen = readSeen(keeper);
  return lines.flatMap((line) => {
    const last = lastSeen(seen, line);
    const { id, name, price } = line;
    return last && last.minor !== price.minor
      ? [{ id, name, before: { ...price, minor: last.minor }, now: price }]
      : [];
  });
}

/** Remembers what the lines are shown for, each at the price at which it was first; what has left the cart is forgotten. */
export function rememberPrices(keeper: Keeper, lines: Line[]): void {
  const seen = readSeen(keeper);
  keep(keeper, lines, (line) => lastSeen(seen, line) ?? seenNow(line));
}

/** Takes the prices as they are for known: they are no change any more. */
export function acceptPrices(keeper: Keeper, lines: Line[]): void {
  keep(keeper, lines, seenNow);
}
