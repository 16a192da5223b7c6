import { expect, it } from "vitest";
import type { Module, OptionView, ProductView } from "@/lib/api/types";
import { groupByDelivery, initialChoice, isSelfCollector } from "./delivery";

const option = (id: string): OptionView => ({
  id,
  title: id,
  fee: { minor: 0, currency: "EUR" },
  deliveryNote: "",
  tip: "",
  distributorId: "",
  pickup: false,
});
const delivery = (selected: string | undefined, ...ids: string[]): Module => ({
  id: 1,
  selected,
  options: ids.map(option),
  shippingModules: [],
});
const product = (id: number, deliveryId: number): ProductView => ({
  id,
  deliveryId,
  name: "",
  image: "",
  quantity: 1,
  price: { minor: 1, currency: "EUR" },
  total: { minor: 1, currency: "EUR" },
  url: "",
});

it("tells a store by the word in the option's id", () => {
  expect(isSelfCollector({ id: "pickup_selfcollector_hamburg" })).toBe(true);
  expect(isSelfCollector({ id: "dhl_standard" })).toBe(false);
});

it("groups the products by delivery", () => {
  const products = [product(1, 2), product(2, 1), product(3, 2)];
  const modules = [delivery("a", "a"), { ...delivery("b", "b"), id: 2 }];
  const ids = groupByDelivery({ modules, products }).map((group) => group.products.map(({ id }) => id));
  expect(ids).toEqual([[2], [1, 3]]);
  expect(groupByDelivery({ modules: [], products })).toEqual([{ id: 1, products }]);
});

it.each([
  ["what the checkout has", delivery("b", "a", "b"), false, "b"],
  ["a store that was chosen", delivery("x_selfcollector_1", "a", "x_selfcollector_1"), false, "x_selfcollector_1"],
  ["nothing where there is no way to deliver", delivery(undefined), false, undefined],
  [
    "the second of only stores",
    delivery("x_selfcollector_2", "x_selfcollector_1", "x_selfcollector_2"),
    true,
    "x_selfcollector_2",
  ],
  ["no store that was only fallen back to", delivery("x_selfcollector_1", "x_selfcollector_1"), false, undefined],
  ["nothing but stores for cash", delivery("a", "a", "x_selfcollector_1"), true, undefined],
])("begins with %s", (_, one, onlyPickup, expected) => {
  expect(initialChoice(one, onlyPickup)).toBe(expected);
});
