import type { CheckoutView } from "@/lib/api/types";
import { typedKeys } from "@/lib/checkout/typed";
import { inTab } from "@/lib/remembered/shelf";
import { readForm, type AddressForm } from "./address-schema";

const storageKey = typedKeys.address;

/** Whether what is typed into the address step is kept: of a guest, whose address is not with the server yet. */
export const isTyped = (view: CheckoutView): boolean => view.customerId === 0 && !view.invoiceData;

/** What a guest typed into the address step before a reload or a way back. */
export function typedAddress(view: CheckoutView): AddressForm | undefined {
  const kept = isTyped(view) ? inTab.getItem(storageKey) : null;
  return kept === null ? undefined : readForm(kept);
}

/** Keeps what is typed until the server has an address, the tab ends, or somebody logs in or out; undefined forgets it. */
export function keepTypedAddress(values: AddressForm | undefined): void {
  if (values) inTab.setItem(storageKey, JSON.stringify(values));
  else inTab.removeItem(storageKey);
}

/** Forgets what was typed once the server has an address, also one that another way has brought, as a wallet. */
export function forgetTypedAddress(view: CheckoutView): void {
  if (!isTyped(view)) keepTypedAddress(undefined);
}
