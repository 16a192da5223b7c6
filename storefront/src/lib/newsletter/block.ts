const key = "kontor.newsletter.block";
const blockMs = 60 * 60 * 1000;

type Keeper = Pick<Storage, "getItem" | "setItem">;

/** Whether this session submitted the newsletter form less than an hour ago. */
export function isBlocked(storage: Keeper, now: number): boolean {
  const until = Number(storage.getItem(key));
  return Number.isFinite(until) && now < until;
}

/** Blocks the form for an hour, or until the time that the shop named, in seconds. */
export function block(storage: Keeper, now: number, untilSeconds?: number): void {
  storage.setItem(key, String(untilSeconds ? untilSeconds * 1000 : now + blockMs));
}
