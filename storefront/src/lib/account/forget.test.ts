import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { ownNames } from "@/lib/query/own";
import { addressesKey, customerKey, forgetVisitor } from "./forget";

function seen(checkoutOf: number, account?: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData(["checkout", "de"], { customerId: checkoutOf });
  client.setQueryData(addressesKey, [{ id: 1 }]);
  if (account) client.setQueryData(customerKey, { userId: account });
  return client;
}

function typed() {
  const kept = new Set(["kontor.checkout.email", "kontor.checkout.address", "kontor.chat"]);
  return { kept, removeItem: (key: string) => void kept.delete(key) };
}

const left = (client: QueryClient) =>
  [["checkout", "de"], addressesKey, customerKey].map((key) => client.getQueryData(key) !== undefined);

it("leaves what the same customer sees, to be read again", async () => {
  const client = seen(7, 7);
  const tab = typed();
  expect(await forgetVisitor(client, tab, 7), "what waits goes on").toBe(true);
  expect(tab.kept.size).toBe(3);
  expect(left(client)).toEqual([true, true, true]);
  expect(client.getQueryState(["checkout", "de"])?.isInvalidated).toBe(true);
  const checkout = seen(7);
  await forgetVisitor(checkout, tab, 7);
  expect(left(checkout)).toEqual([true, true, false]);
});

it("does not wait for a read that waits for the log-in itself", async () => {
  const client = new QueryClient();
  client.setQueryData(customerKey, { userId: 7 });
  const read = vi.fn(() => Promise.resolve([{ id: 1 }])).mockReturnValueOnce(new Promise(() => undefined));
  const end = new QueryObserver(client, { queryKey: addressesKey, queryFn: read }).subscribe(() => undefined);
  expect(await forgetVisitor(client, typed(), 7)).toBe(true);
  expect(client.getQueryData(addressesKey)).toEqual([{ id: 1 }]);
  end();
});

it("leaves nothing to another customer, to who logs out, and nothing of a guest", async () => {
  for (const [checkoutOf, account, next] of [
    [7, 7, 8],
    [7, 7, 0],
    [0, undefined, 7],
    [0, undefined, 0],
  ] as const) {
    const client = seen(checkoutOf, account);
    const tab = typed();
    expect(await forgetVisitor(client, tab, next), "what waits goes on").toBe(checkoutOf === 0);
    expect(left(client)).toEqual([false, false, false]);
    expect([...tab.kept], "what a guest typed").toEqual(["kontor.chat"]);
  }
});

it("leaves no page that was open before to another customer: its cart, sessions, invoices, orders to give back", async () => {
  const pages = [["cart"], ["sessions"], ["privacy"], ["invoices", 5], ["withdrawal", "de", "full"]];
  const client = new QueryClient();
  for (const key of pages) client.setQueryData(key, {});
  client.setQueryData(["home", "de"], {});
  await forgetVisitor(client, typed(), 8);
  expect(pages.filter((key) => client.getQueryData(key))).toEqual([]);
  expect(client.getQueryData(["home", "de"]), "what is everybody's stays").toBeDefined();
});

it("reads an open wishlist again for the next: it is not theirs to restore", async () => {
  const client = new QueryClient();
  const queryKey = ["wishlist", "page"];
  client.setQueryData(queryKey, [{ id: 1 }]);
  const shown = new QueryObserver(client, { queryKey, queryFn: () => Promise.resolve([]), staleTime: Infinity });
  const hide = shown.subscribe(() => undefined);
  await forgetVisitor(client, typed(), 0);
  expect(client.getQueryData(queryKey)).toEqual([]);
  hide();
});

it("knows everything that the pages of a customer read", () => {
  const others = ["rules", "countries", "home", "card-form", "universities", "checkout", "reset-link"];
  const names = ["account", "campus", "withdrawal"].flatMap((feature) => {
    const folder = path.resolve(import.meta.dirname, "../../features", feature);
    return readdirSync(folder).flatMap((file) => {
      const source = readFileSync(path.join(folder, file), "utf8");
      return [...source.matchAll(/(?:queryKey: |[kK]ey = )\["([^"]+)"/g)].map(([, name]) => name ?? "");
    });
  });
  expect(names).toContain("sessions");
  expect(names.filter((name) => !others.includes(name) && !ownNames.includes(name))).toEqual([]);
});
