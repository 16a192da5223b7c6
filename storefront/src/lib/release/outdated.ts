const storageKey = "kontor.renewed";
const pageMs = 300_000; // for how long the front door keeps a page (next.config.ts)

/** Whether code could not be loaded because it is gone: the page is older than the shop. */
export async function isOutdated(error: unknown): Promise<boolean> {
  const [file] = /\/_next\/[^\s?]+/.exec(String(error)) ?? []; // the bundler names it
  if (!file) return false;
  const answer = await fetch(file, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.status === 404;
}

/**
 * Loads such a page anew; false where that would lose what was typed, or was tried just now: the new page may be a kept one and
 * as old.
 */
export function renew(): boolean {
  try {
    if (hasTyped() || Date.now() - Number(sessionStorage.getItem(storageKey)) < pageMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
  } catch {
    return false; // the new page could not be told that it was tried
  }
  location.reload();
  return true;
}

const edited = new Map<EventTarget | null, string>();
if (typeof window !== "undefined")
  window.addEventListener("input", ({ target }) => edited.set(target, location.pathname), true);

// One that is gone counts as well: the checkout's next step builds on what was typed in the one before.
function hasTyped(): boolean {
  return [...edited].some(([field, page]) => {
    const { isConnected, value } = field as HTMLInputElement;
    return page === location.pathname && (value !== "" || !isConnected);
  });
}
