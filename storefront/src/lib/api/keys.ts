/**
 * Gives what a form sends its key. The same that is sent again after a failure has the same one, so that the shop takes it once;
 * what was changed since is something else, which the shop must not take for the first if that had arrived after all.
 */
export function keysOf(make: () => string = () => crypto.randomUUID()): (content: unknown) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const text = JSON.stringify(content);
    const key = keys.get(text) ?? make();
    keys.set(text, key);
    return key;
  };
}
