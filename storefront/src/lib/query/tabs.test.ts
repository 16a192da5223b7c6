import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agreeWithTabs, tellTabs } from "./tabs";

beforeEach(() => vi.stubGlobal("window", new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

it("forgets what pages knew of a visitor when another tab logs out, and reads again what is on the screen", async () => {
  const client = new QueryClient();
  const unseen = [["orders", "de", "180"], ["sessions"], ["cart"], ["wishlist", "preview"]];
  for (const key of unseen) client.setQueryData(key, {});
  const onScreen = [
    ["addresses", "de"],
    ["wishlist", "page"],
  ];
  const read = vi.fn(() => Promise.resolve({}));
  const hides = onScreen.map((queryKey) => {
    client.setQueryData(queryKey, {});
    return new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity }).subscribe(() => undefined);
  });
  const end = agreeWithTabs(client);
  const other = new BroadcastChannel("kontor");
  other.postMessage("visitor");
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  const left = client.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey)).toEqual(onScreen);
  hides.forEach((hide) => hide());
  end();
  other.close();
});

it("tells the other tabs, and forgets nothing when only the cart has changed", async () => {
  const client = new QueryClient();
  client.setQueryData(["orders", "de", "180"], {});
  client.setQueryData(["cart"], {});
  const end = agreeWithTabs(client);
  const other = new BroadcastChannel("kontor");
  const heard = new Promise((resolve) => (other.onmessage = ({ data }: MessageEvent) => resolve(data)));
  tellTabs("visitor");
  expect(await heard).toBe("visitor");
  other.postMessage("cart");
  await vi.waitFor(() => expect(client.getQueryState(["cart"])?.isInvalidated).toBe(true));
  expect(client.getQueryState(["orders", "de", "180"])?.isInvalidated).toBe(false);
  end();
  other.close();
});
