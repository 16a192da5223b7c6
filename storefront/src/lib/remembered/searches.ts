import type { Shelf } from "./shelf";

type Keeper = Pick<Shelf, "getItem" | "setItem">;

const key = "kontor.searches";
const most = 5;

/** What was searched for in this session, the newest first. */
export function recentSearches(storage: Keeper): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((term) => typeof term === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a search to the front, whatever its case; the oldest of too many goes. */
export function rememberSearch(storage: Keeper, term: string): void {
  const others = recentSearches(storage).filter((one) => one.toLocaleLowerCase() !== term.toLocaleLowerCase());
  storage.setItem(key, JSON.stringify([term, ...others].slice(0, most)));
}
