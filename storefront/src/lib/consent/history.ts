/** One decision about one service, as the consent history keeps it. */
export type Entry = { serviceName: string; status: boolean; timestamp: number; action: ConsentAction };

/** What the visitor clicked. */
export type ConsentAction = "acceptAll" | "denyAll" | "save";

/** Entries that are kept; older ones go. */
export const keptEntries = 100;

/** The history with a decision about each service added, the oldest entries first. */
export function withDecision(
  history: Entry[],
  decision: Record<string, boolean>,
  action: ConsentAction,
  timestamp: number,
): Entry[] {
  const added = Object.entries(decision).map(([serviceName, status]) => ({ serviceName, status, timestamp, action }));
  return [...history, ...added].slice(-keptEntries);
}

/** A history as it was stored; what cannot be read is none. */
export function parseHistory(text: string | null): Entry[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  } catch {
    return [];
  }
}
