import { inTime } from "./in-time";

const loading = new Map<string, Promise<void>>();

/** Loads a provider's script once per page. Rejects when it cannot be loaded, or not in time; the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement("script");
  const loaded = inTime(
    new Promise<void>((resolve, reject) => {
      script.src = url;
      script.async = true;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error("script_not_loaded"));
      document.head.append(script);
    }),
  ).catch((error: unknown) => {
    loading.delete(url);
    script.remove();
    throw error;
  });
  loading.set(url, loaded);
  return loaded;
}
