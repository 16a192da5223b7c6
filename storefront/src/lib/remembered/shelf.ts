/** What is kept under names, as text. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

// A browser may keep nothing, because its owner wants that, or have no room left: it throws then. The shop goes on, and
// remembers while the page is open.
function shelf(storage: () => Storage): Shelf {
  const open = new Map<string, string>();
  const tried = <T>(ask: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return ask(storage());
    } catch {
      return otherwise();
    }
  };
  return {
    getItem: (name) =>
      open.get(name) ??
      tried(
        (kept) => kept.getItem(name),
        () => null,
      ),
    setItem: (name, text) =>
      tried(
        (kept) => {
          kept.setItem(name, text);
          open.delete(name);
        },
        () => void open.set(name, text),
      ),
    removeItem: (name) => {
      open.delete(name);
      tried(
        (kept) => kept.removeItem(name),
        () => undefined,
      );
    },
  };
}

/** Kept by this browser until somebody removes it. */
export const inBrowser = shelf(() => window.localStorage);

/** Kept until this tab is closed. */
export const inTab = shelf(() => window.sessionStorage);
