import type { Shelf } from "./shelf";

type Keeper = Pick<Shelf, "getItem" | "setItem">;

/** A form that rests after it was submitted, with the minutes for which it does. */
const pauses = { newsletter: 60, review: 60, comment: 10 };

type RestingForm = keyof typeof pauses;

const keyOf = (form: RestingForm) => `kontor.${form}.block`;

/** Until when this session may not submit the form again, in milliseconds; undefined when it may. */
export function blockedUntil(storage: Keeper, form: RestingForm, now: number): number | undefined {
  const until = Number(storage.getItem(keyOf(form)));
  return Number.isFinite(until) && now < until ? until : undefined;
}

/** Blocks the form for its pause, or until the time that the shop named, in seconds. */
export function block(storage: Keeper, form: RestingForm, now: number, untilSeconds?: number): void {
  storage.setItem(keyOf(form), String(untilSeconds ? untilSeconds * 1000 : now + pauses[form] * 60_000));
}
