import { addAddress, updateAddress } from "@/lib/api/account";
import { chooseAddresses } from "@/lib/api/checkout";
import type { FieldError } from "@/lib/api/error";
import type { CheckoutView, SavedAddress } from "@/lib/api/types";
import { isSame, toAddress, type AddressForm, type Reach } from "./address-schema";

/** What came of saving: the checkout, or why not. deliveryId is the entry that a new delivery address became. */
export type Kept = { checkout?: CheckoutView; error?: string; errors: FieldError[]; deliveryId?: number };

/** Saves what a customer has changed in the address book, and has the checkout bill and deliver to its entries. */
export async function saveToBook(
  values: AddressForm,
  billing: SavedAddress,
  reach: Reach,
  lang: string,
): Promise<Kept> {
  const invoice = toAddress({ ...values, business: true }, "invoice", reach);
  if (!isSame(billing, values.invoice) || billing.countryId !== invoice.countryId) {
    const change = { ...invoice, telephoneNumber: billing.telephoneNumber };
    const { addressUpdated, error, errors } = await updateAddress(billing.id, change, lang);
    if (!addressUpdated) return { error, errors: within("invoice", errors) };
  }
  let deliveryId = values.different ? values.deliveryId : 0;
  if (values.different && deliveryId === 0) {
    const added = await addAddress(toAddress(values, "delivery", reach), false, lang);
    if (!added.addressAdded) return { error: added.error, errors: within("delivery", added.errors) };
    deliveryId = added.addressBookId;
  }
  const choice = { invoiceAddressId: billing.id, deliveryAddressId: deliveryId, telephoneNumber: values.phone };
  return { checkout: await chooseAddresses(choice, lang), errors: [], deliveryId };
}

const within = (name: "invoice" | "delivery", errors: FieldError[]) =>
  errors.map(({ field, reason }) => ({ field: `${name}.${field}`, reason }));

/** Whether the goods may go to an entry: its country is billed or may be another, and served where only some are. */
export function isDeliverable(one: SavedAddress, view: CheckoutView, { deliveryAnywhere }: Reach): boolean {
  const { deliveryAllowedCountries: served, invoiceData, businessCustomer } = view;
  const elsewhere = deliveryAnywhere && !businessCustomer;
  return (
    (elsewhere || one.countryId === invoiceData?.countryId) && (served.length === 0 || served.includes(one.countryId))
  );
}

/** Whether an entry that was chosen has left the book since, as on another device; id is 0 or missing where none was. */
export const isRemoved = (id: number | undefined, book: SavedAddress[] | undefined): boolean =>
  !!id && book !== undefined && !book.some((one) => one.id === id);
