import { describe, expect, it } from "vitest";
import { allowedStep, startStep, stepOf, steps, stepState } from "./steps";

const fresh = {
  checkoutType: "guest",
  customerEmail: "",
  nextStep: "login" as const,
  billingRestrictedProductIds: [],
  payment: { methods: [{}] },
};
const ready = { ...fresh, customerEmail: "a@b.de", invoiceData: {}, nextStep: "confirmation" as const };

describe("startStep", () => {
  it("begins a new guest at the log-in, and one with an address at the payment", () => {
    expect(startStep(fresh, "")).toBe("login");
    expect(startStep(fresh, "a@b.de")).toBe("address");
    expect(startStep(ready, "")).toBe("payment");
  });
  it("goes back to the address without payment methods or with products that cannot be billed", () => {
    expect(startStep({ ...ready, payment: { methods: [] } }, "")).toBe("address");
    expect(startStep({ ...ready, checkoutType: "reinit", billingRestrictedProductIds: [7] }, "")).toBe("address");
  });
  it("begins a failed payment at the payment, a light account at the address, and an express checkout at the shipping", () => {
    expect(startStep({ ...ready, checkoutType: "reinit" }, "")).toBe("payment");
    expect(startStep({ ...ready, checkoutType: "lite" }, "")).toBe("address");
    expect(startStep({ ...ready, checkoutType: "expressPayPalCheckout" }, "")).toBe("shipping");
  });
});

describe("stepOf", () => {
  it("reads a step with a slash at its end, too", () => {
    expect(["#/", "#/payment", "#/payment/", "#/confirmation/", "#/payment/error", ""].map(stepOf)).toEqual([
      "login",
      "payment",
      "payment",
      "confirmation",
      undefined,
      undefined,
    ]);
  });
});

describe("allowedStep", () => {
  it("does not skip what is missing", () => {
    expect(allowedStep(stepOf("#/confirmation"), fresh, "")).toBe("login");
    expect(allowedStep(stepOf("#/confirmation"), { ...ready, nextStep: "payment" }, "")).toBe("payment");
  });
  it("asks again for what a method needs in the payment step and the page has lost", () => {
    expect(allowedStep(stepOf("#/confirmation"), ready, "", true)).toBe("payment");
    expect(allowedStep(stepOf("#/address"), ready, "", true)).toBe("address");
  });
  it("lets a customer go back", () => {
    expect(allowedStep(stepOf("#/"), ready, "")).toBe("login");
    expect(allowedStep(stepOf("#/nonsense"), ready, "")).toBe("payment");
  });
});

describe("stepState", () => {
  const states = (view: typeof fresh, current: (typeof steps)[number], typed = "") =>
    steps.map((step) => stepState(step, current, view, typed)).join(" ");

  it("opens nothing beyond the log-in to who has not said who orders", () => {
    expect(states(fresh, "login")).toBe("active disabled disabled disabled disabled");
    expect(states(fresh, "login", "a@b.de")).toBe("active inactive disabled disabled disabled");
  });
  it("has the steps before the shown one done, and those whose needs are met open", () => {
    const paying = { ...ready, nextStep: "shipping" as const } as unknown as typeof fresh;
    expect(states(paying, "payment")).toBe("done done active inactive disabled");
    expect(states(ready as unknown as typeof fresh, "address")).toBe("done active inactive inactive inactive");
  });
  it("closes what an express checkout has from its provider", () => {
    const express = { ...ready, checkoutType: "expressPayPalCheckout" } as unknown as typeof fresh;
    expect(states(express, "shipping")).toBe("disabled disabled done active inactive");
  });
  it("closes what follows the address while products cannot be billed there", () => {
    const unbillable = { ...ready, billingRestrictedProductIds: [7] } as unknown as typeof fresh;
    expect(states(unbillable, "address")).toBe("done active disabled disabled disabled");
  });
});
