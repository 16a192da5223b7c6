import { expect, it } from "vitest";
import { acceptPrices, priceChanges, rememberPrices } from "./seen-prices";

function memory(text: string | null = null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) };
}

const line = (id: number, minor: number, inCartAsStudentProduct = false) => ({
  id,
  name: `Swift ${id}`,
  price: { minor, currency: "EUR" },
  inCartAsStudentProduct,
});

const told = (keeper: ReturnType<typeof memory>, lines: ReturnType<typeof line>[]) =>
  priceChanges(keeper, lines).map(({ id, name, before, now }) => [id, name, before.minor, now.minor]);

it("tells of a price that is another than it was first shown at, until that was read", () => {
  const keeper = memory();
  expect(told(keeper, [line(1, 100)])).toEqual([]);
  rememberPrices(keeper, [line(1, 100), line(2, 50)]);
  rememberPrices(keeper, [line(1, 120), line(2, 50), line(3, 70)]);
  expect(told(keeper, [line(1, 120), line(2, 50), line(3, 70)])).toEqual([[1, "Swift 1", 100, 120]]);
  rememberPrices(keeper, [line(1, 90), line(3, 60)]);
  expect(told(keeper, [line(1, 90), line(3, 60)])).toEqual([
    [1, "Swift 1", 100, 90],
    [3, "Swift 3", 70, 60],
  ]);
  acceptPrices(keeper, [line(1, 90), line(3, 60)]);
  expect(told(keeper, [line(1, 90), line(3, 60)])).toEqual([]);
  expect(told(keeper, [line(1, 95)])).toEqual([[1, "Swift 1", 90, 95]]);
});

it("tells nothing of a price that went back, and of what left the cart meanwhile", () => {
  const keeper = memory();
  rememberPrices(keeper, [line(1, 100), line(2, 50)]);
  rememberPrices(keeper, [line(1, 120)]);
  expect(told(keeper, [line(1, 100), line(2, 60)])).toEqual([]);
});

it("tells nothing of the student price to who just got it, or lost it", () => {
  const keeper = memory();
  rememberPrices(keeper, [line(1, 100)]);
  rememberPrices(keeper, [line(1, 90, true)]);
  expect(told(keeper, [line(1, 90, true)])).toEqual([]);
  expect(told(keeper, [line(1, 80, true)])).toEqual([[1, "Swift 1", 90, 80]]);
});

it.each(["{", "null", "7", "[]", '{"1":null}', '{"1":{"minor":"9","student":false}}'])(
  "takes what it cannot read for nothing seen: %s",
  (text) => {
    expect(told(memory(text), [line(1, 100)])).toEqual([]);
  },
);
