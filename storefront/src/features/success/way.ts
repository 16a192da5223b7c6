import type { Success } from "@/lib/api/types";

/** How the goods reach the customer: as parcels, by collecting them in a store, or both. */
export function wayOf({ deliveries }: Pick<Success, "deliveries">): "parcel" | "pickup" | "both" {
  const collected = deliveries.filter((delivery) => delivery.pickup).length;
  if (collected === 0) return "parcel";
  return collected === deliveries.length ? "pickup" : "both";
}

/** What is told to happen next, where no money is to be sent: the goods, or first the provider's word on the payment. */
export function nextOf({ paid, state }: Pick<Success, "paid" | "state">): "nextPaid" | "nextReview" | "nextPending" {
  if (paid) return "nextPaid";
  return state === "pending" ? "nextReview" : "nextPending";
}

/** Whether a payment that failed may have reserved or charged something, which comes back; of any other nothing was charged. */
export const comesBack = ({ error }: Pick<Success, "error">) => error === "payment_amount_differs";
