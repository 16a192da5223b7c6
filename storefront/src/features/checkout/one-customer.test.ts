import { expect, it } from "vitest";
import type { CheckoutView } from "@/lib/api/types";
import { isAnothers } from "./one-customer";

const checkout = (customerId: number) => ({ data: { customerId } as CheckoutView, dataUpdatedAt: 10 });
const header = (isLoggedIn: boolean, isLoggedInSoft: boolean, at = 11) => ({
  data: { isLoggedIn, isLoggedInSoft },
  dataUpdatedAt: at,
});
const customer = (userId: number, at = 11) => ({ data: { loggedIn: userId > 0, userId }, dataUpdatedAt: at });
const unread = { data: undefined, dataUpdatedAt: 0 };

it.each([
  ["the same customer", checkout(7), header(true, false), customer(7), false],
  ["one whose full log-in is over", checkout(7), header(false, true), unread, false],
  ["one who has logged out in another tab", checkout(7), header(false, false), customer(0), true],
  ["one who has logged out, of which only the header is known", checkout(7), header(false, false), unread, true],
  ["another customer", checkout(7), header(true, false), customer(8), true],
  ["what was known before this checkout was read", checkout(7), header(false, false, 9), customer(8, 9), false],
  ["a guest's who has logged in", checkout(0), header(true, false), customer(8), false],
  ["none that is open", unread, header(false, false), customer(0), false],
] as const)("tells whose the checkout is: %s", (_, open, visitor, known, another) => {
  expect(isAnothers(open, visitor, known)).toBe(another);
});
