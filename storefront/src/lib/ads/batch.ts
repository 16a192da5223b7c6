import type { Ad } from "@/lib/api/types";

/** What a place shows: an ad, or nothing; rotates says that asking again may show another. */
export type Filled = { ad: Ad | "noAd"; rotates: boolean };

type Answer = { error: string; rotationIsActive: boolean; templates: { [target: string]: Ad } };
type Ask = (targets: string[]) => Promise<Answer>;

/** What an answer has for a place; a place without an ad, or without an answer, has noAd. */
export function filledBy(answer: Answer | undefined, target: string): Filled {
  const ad = answer && !answer.error ? answer.templates[target] : undefined;
  return { ad: ad ?? "noAd", rotates: answer?.rotationIsActive ?? false };
}

/** Gathers the places that ask at about the same time into one call. A place without an ad, or a failed call, is noAd. */
export function adBatcher(ask: Ask, soon: (run: () => void) => void) {
  let waiting = new Map<string, ((filled: Filled) => void)[]>();

  async function run(): Promise<void> {
    const places = waiting;
    waiting = new Map();
    const answer = await ask([...places.keys()]).catch(() => undefined);
    for (const [target, resolves] of places) resolves.forEach((resolve) => resolve(filledBy(answer, target)));
  }

  return (target: string): Promise<Filled> =>
    new Promise((resolve) => {
      if (waiting.size === 0) soon(() => void run());
      waiting.set(target, [...(waiting.get(target) ?? []), resolve]);
    });
}
