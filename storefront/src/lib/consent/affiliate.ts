import type { Shelf } from "@/lib/remembered/shelf";

/** The services whose consent an order's event names one by one. */
const flagged = { dyAccepted: "dy", nsAccepted: "ns", awAccepted: "aw" } as const;

const storageKey = "kontor.affiliate";
const parameter = "affiliate";
const allowed = /^[\w.-]{1,80}$/;

// Before the visitor has agreed to anything, it is only remembered while the page is open.
let arrived: string | undefined;

/** Who led the visitor here, as the address of the first page says. */
export function affiliateOf(query: string): string | undefined {
  const name = new URLSearchParams(query).get(parameter) ?? "";
  return allowed.test(name) ? name : undefined;
}

/** Remembers who led the visitor here: in this tab once some service has consent. */
export function rememberAffiliate(query: string, storage: Shelf, consented: boolean): void {
  arrived = affiliateOf(query) ?? arrived;
  if (arrived && consented) storage.setItem(storageKey, arrived);
  if (!consented) storage.removeItem(storageKey);
}

/** What an order's event says of affiliates: who led here, and which of the services the visitor agreed to. */
export function affiliateFields(storage: Pick<Shelf, "getItem">, granted: string[]) {
  const affiliate = storage.getItem(storageKey) ?? undefined;
  const flags = Object.entries(flagged).map(([flag, service]) => [flag, granted.includes(service)] as const);
  return { ...(affiliate && { affiliate }), ...Object.fromEntries(flags) };
}
