/** The blocks that the overview can show. */
const blocks = ["orders", "customerData", "addressList", "campus", "creditCards"] as const;

export type Block = (typeof blocks)[number];

/** Where the chosen blocks are kept, as a list with commas. */
export const storageKey = "ca-dashboard";

/** How many tiles the overview has at most. */
const maxTiles = 4;

const standard: Block[] = ["orders", "customerData", "addressList"];

/** Reads what was kept: known blocks, each once, as many as fit; nothing kept is the default set. */
export function readBlocks(kept: string | null): Block[] {
  if (kept === null) return standard;
  const names = kept.split(",");
  return [...new Set(names)].filter((name): name is Block => blocks.includes(name as Block)).slice(0, maxTiles);
}

/** The chosen blocks that a customer has: a business is not in the campus programme. */
export function shown(chosen: Block[], business: boolean): Block[] {
  return business ? chosen.filter((block) => block !== "campus") : chosen;
}

/** What can be added. The credit cards are never offered. */
export function offered(chosen: Block[], business: boolean): Block[] {
  const visible = shown(chosen, business);
  if (visible.length >= maxTiles) return [];
  return shown([...blocks], business).filter((block) => block !== "creditCards" && !visible.includes(block));
}
