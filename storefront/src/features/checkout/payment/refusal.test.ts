import { expect, it } from "vitest";
import type { CheckoutView } from "@/lib/api/types";
import { refusalOf } from "./refusal";

const view = (selected: string | undefined) =>
  ({
    payment: { selected, methods: [{ code: "invoice", reason: "payment_method_same_address" }, { code: "cod" }] },
  }) as Pick<CheckoutView, "payment">;

it("says why a method was not taken", () => {
  expect(refusalOf(view("cod"), "cod")).toBeUndefined();
  expect(refusalOf(view(undefined), "invoice")).toBe("payment_method_same_address");
  expect(refusalOf(view("cod"), "gone")).toBe("payment_method_not_available");
});
