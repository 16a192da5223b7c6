import { expect, it } from "vitest";
import { addressSchema, initialValues, toAddress, type AddressForm } from "./address-schema";

const rules = {
  fields: [
    { field: "firstName", required: true, min: 2, max: 30 },
    { field: "lastName", required: true, min: 2, max: 30 },
    { field: "postNumber", required: false, min: 6, max: 10 },
  ],
  keywords: ["GmbH"],
  houseNumber: "^\\d",
  fullName: 50,
} as unknown as Parameters<typeof addressSchema>[0];

const countries = [{ id: 81, iso: "DE", name: "Deutschland", zipPattern: "\\d{5}" }] as unknown as Parameters<
  typeof addressSchema
>[1];

const blank = initialValues({ telephoneNumber: "", businessCustomer: false } as Parameters<typeof initialValues>[0]);
const person = { firstName: "Kim", lastName: "Muster", streetName: "Weg", zipCode: "20457", cityName: "Hamburg" };

function values(changes: Partial<AddressForm>, delivery: Partial<AddressForm["delivery"]> = {}): AddressForm {
  return {
    ...blank,
    invoice: { ...blank.invoice, ...person },
    different: true,
    deliveryType: "dhlpackstation",
    ...changes,
    delivery: { ...blank.delivery, ...person, pointId: "8007-1", postNumber: "1234567", ...delivery },
  };
}

function wrong(form: AddressForm, phoneRequired = false): Record<string, string> {
  const { error } = addressSchema(rules, countries, { phoneRequired, as: "guest" }).safeParse(form);
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) => [issue.path.join("."), (JSON.parse(issue.message) as { key: string }).key]),
  );
}

it("takes a Packstation with a post number", () => {
  expect(wrong(values({}))).toEqual({});
});

it("needs a place, and for a Packstation the post number", () => {
  expect(wrong(values({}, { pointId: "", postNumber: "" }))).toEqual({
    "delivery.pointId": "missing_point",
    "delivery.postNumber": "missing",
  });
  expect(wrong(values({}, { postNumber: "12 34" }))).toEqual({ "delivery.postNumber": "invalid_postnumber" });
  expect(wrong(values({ deliveryType: "hermespaketshop" }, { postNumber: "" }))).toEqual({});
});

it("asks for a phone number only where a forwarder needs it", () => {
  expect(wrong(values({}), true)).toEqual({ phone: "missing" });
  expect(wrong(values({ phone: "+4930123456" }), true)).toEqual({});
});

it("sends the place with the address, and to a door none", () => {
  expect(toAddress(values({}), "delivery", rules)).toMatchObject({
    type: "dhlpackstation",
    pointId: "8007-1",
    postNumber: "1234567",
  });
  const door = toAddress(values({ deliveryType: "delivery" }), "delivery", rules);
  expect(door.type).toBe("delivery");
  expect(door).not.toHaveProperty("pointId");
  const abroad = values({ invoice: { ...blank.invoice, ...person, countryId: 14 } });
  expect(toAddress(abroad, "delivery", rules).type).toBe("delivery");
});

it("sends a private customer's goods to another country than the bill where that is allowed, a business's never", () => {
  const paris = values({ invoice: { ...blank.invoice, ...person, countryId: 73 } }, { countryId: 81 });
  const anywhere = { ...rules, deliveryAnywhere: true };
  expect(toAddress(paris, "delivery", anywhere)).toMatchObject({ countryId: 81, type: "dhlpackstation" });
  expect(toAddress(paris, "invoice", anywhere).countryId).toBe(73);
  expect(toAddress(paris, "delivery", rules)).toMatchObject({ countryId: 73, type: "delivery" });
  expect(toAddress({ ...paris, business: true }, "delivery", anywhere).countryId).toBe(73);
});

it("starts with a country that the goods may go to", () => {
  const view = { telephoneNumber: "", businessCustomer: false, deliveryAllowedCountries: [14, 81] };
  const first = (allowed: number[]) =>
    initialValues({ ...view, deliveryAllowedCountries: allowed } as Parameters<typeof initialValues>[0]).delivery
      .countryId;
  expect([first([]), first([14, 81]), first([14, 150])]).toEqual([81, 81, 14]);
});

it("tells a guest, not a business, whose name is a company's where to say so", () => {
  const named = (business: boolean) => {
    const form = values({ business, deliveryType: "delivery" }, { firstName: "Muster GmbH" });
    return wrong({ ...form, invoice: { ...form.invoice, company: "Muster GmbH" } })["delivery.firstName"];
  };
  expect([named(false), named(true)]).toEqual(["keyword_guest", "keyword"]);
});

it("shows the number that was given as it was written on leaving the field", () => {
  const view = { telephoneNumber: "+431234567", businessCustomer: false } as Parameters<typeof initialValues>[0];
  expect(initialValues(view).phone).toBe("+43 1 234567");
});
