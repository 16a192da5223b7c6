import { afterEach, expect, it, vi } from "vitest";
import { addAddress, updateAddress } from "@/lib/api/account";
import { chooseAddresses } from "@/lib/api/checkout";
import type { CheckoutView, SavedAddress } from "@/lib/api/types";
import { isDeliverable, isRemoved, saveToBook } from "./address-book";
import { initialValues, type AddressForm } from "./address-schema";

vi.mock("@/lib/api/account", () => ({ addAddress: vi.fn(), updateAddress: vi.fn() }));
vi.mock("@/lib/api/checkout", () => ({ chooseAddresses: vi.fn() }));
afterEach(() => vi.resetAllMocks());

const person = {
  company: "",
  firstName: "Kim",
  lastName: "Muster",
  streetName: "Weg",
  streetNumber: "1",
  postNumber: "",
};
const saved = {
  ...person,
  id: 7,
  zipCode: "20457",
  cityName: "Hamburg",
  countryId: 81,
  telephoneNumber: "+4940",
} as SavedAddress;
const elsewhere = { ...saved, id: 8, cityName: "Cuxhaven", zipCode: "27472" } as SavedAddress;
const view = {
  customerId: 1,
  telephoneNumber: "",
  deliveryAllowedCountries: [] as number[],
  invoiceData: saved,
  delivery: { ...elsewhere, pointId: "" },
  differentDeliveryAddress: true,
} as unknown as CheckoutView;
const here = { deliveryAnywhere: false };
const values = (changes: Partial<AddressForm>): AddressForm => ({
  ...initialValues(view, undefined, [saved, elsewhere]),
  ...changes,
});

it("begins with the entry that the checkout delivers to", () => {
  expect(values({}).deliveryId).toBe(8);
});

it("saves nothing that has not changed", async () => {
  vi.mocked(chooseAddresses).mockResolvedValue(view);
  expect(await saveToBook(values({}), saved, here, "de")).toMatchObject({ checkout: view, deliveryId: 8 });
  expect(chooseAddresses).toHaveBeenCalledWith(
    { invoiceAddressId: 7, deliveryAddressId: 8, telephoneNumber: "" },
    "de",
  );
  expect(updateAddress).not.toHaveBeenCalled();
  expect(addAddress).not.toHaveBeenCalled();
});

it("puts a new delivery address into the book and delivers there", async () => {
  vi.mocked(chooseAddresses).mockResolvedValue(view);
  vi.mocked(addAddress).mockResolvedValue({ addressAdded: true, addressBookId: 9, errors: [] });
  await saveToBook(values({ deliveryId: 0 }), saved, here, "de");
  expect(chooseAddresses).toHaveBeenCalledWith(
    { invoiceAddressId: 7, deliveryAddressId: 9, telephoneNumber: "" },
    "de",
  );
});

it("names the fields that the book refuses, and leaves the checkout as it is", async () => {
  const refusal = {
    addressUpdated: false,
    error: "address_invalid",
    errors: [{ field: "zipCode", reason: "invalid_zip" }],
  };
  vi.mocked(updateAddress).mockResolvedValue(refusal);
  const changed = values({ invoice: { ...values({}).invoice, zipCode: "1" } });
  expect(await saveToBook(changed, saved, here, "de")).toEqual({
    error: "address_invalid",
    errors: [{ field: "invoice.zipCode", reason: "invalid_zip" }],
  });
  expect(chooseAddresses).not.toHaveBeenCalled();
});

it("delivers to another country than the billed one where a private customer may", () => {
  const abroad = { ...elsewhere, countryId: 14 };
  expect(isDeliverable(abroad, view, { deliveryAnywhere: true })).toBe(true);
  expect(isDeliverable(abroad, { ...view, businessCustomer: true }, { deliveryAnywhere: true })).toBe(false);
});

it("delivers only to the country that is billed, and where these goods may go", () => {
  expect(isDeliverable(elsewhere, view, here)).toBe(true);
  expect(isDeliverable({ ...elsewhere, countryId: 14 }, view, here)).toBe(false);
  expect(isDeliverable(elsewhere, { ...view, deliveryAllowedCountries: [14] }, here)).toBe(false);
});

it("knows a chosen entry that another device took out, and none where nothing of the book was chosen", () => {
  expect([8, 0, undefined].map((id) => isRemoved(id, [saved]))).toEqual([true, false, false]);
  expect([7, 8].map((id) => isRemoved(id, [saved, elsewhere]))).toEqual([false, false]);
  expect(isRemoved(8, undefined)).toBe(false); // not read yet
});
