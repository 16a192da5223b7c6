import type { Ad } from "@/lib/api/types";

/** What a place shows: an ad, or nothing; rotates says that asking again may show another, failed that nobody knows. */
export type Filled = { ad: Ad | "noAd"; rotates: boolean; failed?: true };

type Answer = { error: string; rotationIsActive: boolean; templates: { [target: string]: Ad } };
type Ask = (targets: string[]) => Promise<Answer>;

/** What an answer has for a place; a place without an ad, or without an answer, has noAd. */
export function filledBy(answer: Answer | undefined, target: string): Filled {
  if (!answer || answer.error) return { ad: "noAd", rotates: answer?.rotationIsActive ?? false, failed: true };
  return { ad: answer.templates[target] ?? "noAd", rotates: answer.rotationIsActive };
}

/** What a place that had before has after it asked again: what is there stays where the answer was lost. */
export const nextOf = (before: Filled | undefined, asked: Filled): Filled & { later?: true } =>
  asked.failed && before ? { ...before } : { ...asked, later: true };

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
