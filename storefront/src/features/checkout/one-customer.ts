import type { CheckoutView, CustomerData, HeaderData } from "@/lib/api/types";

/** What was read, and when. */
type Read<T> = { data: T | undefined; dataUpdatedAt: number };

/**
 * Whether the open checkout is that of a customer who, as was read since, has logged out or has given way to another. A soft
 * log-in is the same customer's; a guest's checkout stays what it is.
 */
export function isAnothers(
  checkout: Read<CheckoutView>,
  header: Read<Pick<HeaderData, "isLoggedIn" | "isLoggedInSoft">>,
  customer: Read<Pick<CustomerData, "loggedIn" | "userId">>,
): boolean {
  const whose = checkout.data?.customerId;
  if (!whose) return false;
  const since = <T>(read: Read<T>) => (read.dataUpdatedAt > checkout.dataUpdatedAt ? read.data : undefined);
  const visitor = since(header);
  const known = since(customer);
  const left = visitor !== undefined && !visitor.isLoggedIn && !visitor.isLoggedInSoft;
  return left || (known !== undefined && known.loggedIn && known.userId !== whose);
}
