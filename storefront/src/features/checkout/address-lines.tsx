import type { Address } from "@/lib/api/types";

/** An address as it is written on a letter, without the country. */
export function AddressLines({ address }: { address: Address }) {
  return (
    <address className="not-italic">
      {address.company && <span className="block">{address.company}</span>}
      <span className="block">
        {address.firstName} {address.lastName}
      </span>
      <span className="block">
        {address.streetName} {address.streetNumber}
      </span>
      <span className="block">
        {address.zipCode} {address.cityName}
      </span>
    </address>
  );
}
