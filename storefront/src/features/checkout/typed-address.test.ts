import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CheckoutView } from "@/lib/api/types";
import { forgetTyped, typedKeys } from "@/lib/checkout/typed";
import { initialValues } from "./address-schema";
import { forgetTypedAddress, keepTypedAddress, typedAddress } from "./typed-address";

const guest = {
  customerId: 0,
  telephoneNumber: "0401234",
  businessCustomer: false,
  mandatoryDeliveryAddress: false,
  differentDeliveryAddress: false,
} as CheckoutView;
const paypal = { ...guest, checkoutType: "expressPayPalCheckout", invoiceData: {} } as CheckoutView;
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal("window", { sessionStorage });
  keepTypedAddress(initialValues(guest));
  kept.set(typedKeys.email, "kim@example.com");
});
afterEach(() => vi.unstubAllGlobals());

it("keeps what a guest typed while the server has no address", () => {
  forgetTypedAddress(guest);
  expect(typedAddress(guest)?.phone).toBe("+49 40 1234");
});

it("forgets it when an express checkout has brought an address past the step", () => {
  expect(typedAddress(paypal)).toBeUndefined();
  forgetTypedAddress(paypal);
  expect(typedAddress(guest), "of the next order").toBeUndefined();
});

it("forgets everything typed once there is an order, and nothing else", () => {
  kept.set("kontor.chat", "1");
  forgetTyped(window.sessionStorage);
  expect([...kept.keys()]).toEqual(["kontor.chat"]);
});
