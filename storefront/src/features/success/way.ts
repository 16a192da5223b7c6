import type { Success } from "@/lib/api/types";

/** How the goods reach the customer: as parcels, by collecting them in a store, or both. */
export function wayOf({ deliveries }: Pick<Success, "deliveries">): "parcel" | "pickup" | "both" {
  const collected = deliveries.filter((delivery) => delivery.pickup).length;
  if (collected === 0) return "parcel";
  return collected === deliveries.length ? "pickup" : "both";
}
