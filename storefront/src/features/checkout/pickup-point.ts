import type { PickupPoint } from "@/lib/api/types";

/** What a search is for: digits are a postal code, also with the sign of Germany, anything else a town. Undefined for nothing. */
export function placeQuery(text: string): { zipCode?: string; cityName?: string } | undefined {
  const place = text.trim();
  if (place === "") return undefined;
  return /^(DE?[ -]?)?\d[\d ]*$/i.test(place) ? { zipCode: place } : { cityName: place };
}

/** The fields of the delivery address that a place fills in. A Packstation has a number in place of a street. */
export function pointValues({ address }: PickupPoint) {
  return {
    company: address.type === "dhlpackstation" ? "" : address.company,
    streetName: address.streetName || "Packstation",
    streetNumber: address.streetNumber,
    zipCode: address.zipCode,
    cityName: address.cityName,
  };
}

/** A place's address in a line. */
export function pointLine({ address }: PickupPoint): string {
  const street = `${address.streetName} ${address.streetNumber}`.trim();
  return [street, `${address.zipCode} ${address.cityName}`].filter((part) => part.trim() !== "").join(", ");
}
