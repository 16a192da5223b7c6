const loading = new Map<string, Promise<void>>();

/** Loads a provider's script once per page. Rejects when it cannot be loaded; the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(url);
      script.remove();
      reject(new Error("script_not_loaded"));
    };
    document.head.append(script);
  });
  loading.set(url, loaded);
  return loaded;
}
