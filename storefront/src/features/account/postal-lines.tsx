import type { SavedAddress } from "@/lib/api/types";

/** A saved address as on an envelope. */
export function PostalLines({ address }: { address: SavedAddress }) {
  return (
    <address className="leading-relaxed not-italic">
      {address.company && (
        <>
          {address.company}
          <br />
        </>
      )}
      {address.firstName} {address.lastName}
      <br />
      {address.streetName} {address.streetNumber}
      <br />
      {address.zipCode} {address.cityName}
      <br />
      {address.countryName}
    </address>
  );
}
