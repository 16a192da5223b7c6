/** The cookies in which the browser remembers products for the API. */
type RememberedCookie = "kontor_seen" | "kontor_compare";

/** How many products can be compared; the API shows no more. */
export const maxCompared = 4;
const maxSeen = 12;

/** The ids of a cookie, the newest first. Anything that is no id is passed over. */
export function readIds(cookies: string, name: RememberedCookie): number[] {
  const value = cookies.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  const ids = (value?.slice(name.length + 1) ?? "").split(".").map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** The cookie that remembers ids; none deletes it. It ends with the browser's session and holds nothing else. */
export function cookieOf(name: RememberedCookie, ids: number[]): string {
  const end = ids.length === 0 ? "; Max-Age=0" : "";
  return `${name}=${ids.join(".")}; Path=/; SameSite=Lax${end}`;
}

/** The compared ids with one put in, at the front unless it is there, or taken out; undefined when there is no room for it. */
export function comparedIds(now: number[], id: number, compared: boolean): number[] | undefined {
  if (!compared) return now.filter((other) => other !== id);
  if (now.includes(id)) return now;
  return now.length < maxCompared ? [id, ...now] : undefined;
}

/** Remembers in this browser that a product was looked at. */
export function rememberSeen(id: number): void {
  const others = readIds(document.cookie, "kontor_seen").filter((other) => other !== id);
  document.cookie = cookieOf("kontor_seen", [id, ...others].slice(0, maxSeen));
}

/** Whether this browser remembers products that were looked at, other than one. */
export const hasSeen = (but?: number) => readIds(document.cookie, "kontor_seen").some((id) => id !== but);
