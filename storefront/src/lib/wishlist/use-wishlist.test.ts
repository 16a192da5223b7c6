import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { CartResponse } from "@/lib/api/types";
import { cartMutation } from "@/lib/cart/use-cart";
import { wishMutation } from "./use-wishlist";

type Answer = { successful: boolean; itemCount: number };

const calls = vi.hoisted(() => [] as { id: number; answer: (value: Answer) => void }[]);
vi.mock("@/lib/api/wishlist", () => ({
  addWish: (id: number) => new Promise<Answer>((answer) => calls.push({ id, answer })),
  deleteWish: (id: number) => new Promise<Answer>((answer) => calls.push({ id, answer })),
}));

it("counts what is left in the order in which it was taken off, however slow an answer is", async () => {
  const client = new QueryClient();
  client.setQueryData(["header"], { wishlist: [1, 2, 3], wishlistItemCount: 3 });
  const takeOff = (id: number) =>
    client.getMutationCache().build(client, wishMutation(client, "de")).execute({ id, wished: false });
  const both = [takeOff(1), takeOff(2)];
  await vi.waitFor(() => expect(calls.map(({ id }) => id)).toEqual([1]));
  calls[0]?.answer({ successful: true, itemCount: 2 });
  await vi.waitFor(() => expect(calls.map(({ id }) => id)).toEqual([1, 2]));
  calls[1]?.answer({ successful: true, itemCount: 1 });
  await Promise.all(both);
  expect(client.getQueryData(["header"])).toEqual({ wishlist: [3], wishlistItemCount: 1 });
});

it("waits for the cart, so that a visitor's first changes begin one session", async () => {
  calls.length = 0;
  const client = new QueryClient();
  let put: (answer: CartResponse) => void = () => undefined;
  const promise = new Promise<CartResponse>((resolve) => (put = resolve));
  const mutations = client.getMutationCache();
  void mutations
    .build(
      client,
      cartMutation(client, () => promise),
    )
    .execute(undefined);
  void mutations.build(client, wishMutation(client, "de")).execute({ id: 1, wished: true });
  await new Promise((soon) => setTimeout(soon));
  expect(calls).toEqual([]);
  put({ products: [], cartCount: 1, cartSummary: {} } as unknown as CartResponse);
  await vi.waitFor(() => expect(calls.map(({ id }) => id)).toEqual([1]));
});
