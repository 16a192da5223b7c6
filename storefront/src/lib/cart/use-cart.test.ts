import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { CartResponse, HeaderData } from "@/lib/api/types";
import { cartKey, cartMutation, changeHeader } from "./use-cart";

const headerKey = ["header"];
const withCount = (cartCount: number) => ({ cartCount, products: [], cartSummary: {} }) as unknown as CartResponse;

/** A call that is answered when the test says so. */
function held<T>() {
  let answer: (value: T) => void = () => undefined;
  const call = vi.fn(() => new Promise<T>((resolve) => (answer = resolve)));
  return { call, answer: (value: T) => answer(value) };
}

it("changes the cart in the order that was asked for, however slow an answer is", async () => {
  const client = new QueryClient();
  client.setQueryData(headerKey, { cartAmount: 1 });
  const [slow, quick] = [held<CartResponse>(), held<CartResponse>()];
  const mutate = (call: () => Promise<CartResponse>) =>
    client.getMutationCache().build(client, cartMutation(client, call)).execute(undefined);
  const first = mutate(slow.call);
  const second = mutate(quick.call);
  await vi.waitFor(() => expect(slow.call).toHaveBeenCalledOnce());
  expect(quick.call).not.toHaveBeenCalled();
  slow.answer(withCount(3));
  await first;
  await vi.waitFor(() => expect(quick.call).toHaveBeenCalledOnce());
  quick.answer(withCount(5));
  await second;
  expect(client.getQueryData(headerKey)).toEqual({ cartAmount: 5 });
});

it("makes a change although the one before it failed", async () => {
  const client = new QueryClient();
  const next = vi.fn(() => Promise.resolve(withCount(2)));
  const mutate = (call: () => Promise<CartResponse>) =>
    client.getMutationCache().build(client, cartMutation(client, call)).execute(undefined);
  const failed = mutate(() => Promise.reject(new Error("lost")));
  const made = mutate(next);
  await expect(failed).rejects.toThrow("lost");
  expect(await made).toEqual(withCount(2));
});

it.each([
  [
    "header",
    headerKey,
    (client: QueryClient) => changeHeader(client, (old) => ({ ...old, cartAmount: 2 }) as HeaderData),
  ],
  ["cart", cartKey, (client: QueryClient) => cartMutation(client, () => Promise.resolve(withCount(2)))],
] as const)("reads the %s again that was being read while it changed", async (_, queryKey, change) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, { cartAmount: 1, products: [] });
  const reads = [held<object>(), held<object>()];
  let at = 0;
  const shown = new QueryObserver(client, { queryKey, queryFn: () => reads[at++]?.call() ?? {}, staleTime: Infinity });
  const hide = shown.subscribe(() => undefined);
  void client.invalidateQueries({ queryKey });
  await vi.waitFor(() => expect(reads[0]?.call).toHaveBeenCalledOnce());
  const options = change(client);
  if (options) await client.getMutationCache().build(client, options).execute(undefined);
  await vi.waitFor(() => expect(reads[1]?.call).toHaveBeenCalledOnce());
  reads[0]?.answer({ from: "before" });
  reads[1]?.answer({ from: "after" });
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toEqual({ from: "after" }));
  hide();
});
