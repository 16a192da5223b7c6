import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import de from "../../../messages/de.json";
import en from "../../../messages/en.json";
import { comesBack, nextOf, wayOf } from "./way";

const order = (...pickups: boolean[]) => ({
  deliveries: pickups.map((pickup, at) => ({ id: at + 1, title: "", note: "", pickup })),
});

it("tells parcels from what is collected in a store", () => {
  expect([order(false), order(true, true), order(false, true), order()].map(wayOf)).toEqual([
    "parcel",
    "pickup",
    "both",
    "parcel",
  ]);
});

it("promises no parcel while the provider has not decided on the payment", () => {
  expect(nextOf({ paid: true, state: "confirmed" })).toBe("nextPaid");
  expect(nextOf({ paid: false, state: "confirmed" }), "cash on delivery").toBe("nextPending");
  expect(nextOf({ paid: false, state: "pending" })).toBe("nextReview");
});

it("says that nothing was charged only where that is so", () => {
  expect([{ error: "payment_amount_differs" }, { error: "payment_declined" }, {}].map(comesBack)).toEqual([
    true,
    false,
    false,
  ]);
});

it("speaks of a parcel only where there is one", () => {
  for (const { locale, messages, parcel } of [
    { locale: "de" as const, messages: de, parcel: /Paket/ },
    { locale: "en" as const, messages: en, parcel: /parcel/ },
  ]) {
    const t = createTranslator({ locale, messages, namespace: "success" });
    for (const key of ["nextPaid", "nextPending"] as const) {
      expect(t(key, { way: "parcel" })).toMatch(parcel);
      expect(t(key, { way: "pickup" })).not.toMatch(parcel);
      expect(t(key, { way: "both" })).not.toMatch(parcel);
    }
  }
});
