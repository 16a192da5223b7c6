import { useTranslations } from "next-intl";
import type { PostalAddress } from "@/lib/api/types";

/** An address as it is written on a letter. */
export function PostalLines({ address }: { address: PostalAddress }) {
  const t = useTranslations("postal");
  return (
    <address className="leading-relaxed wrap-anywhere not-italic">
      {address.company && <span className="block">{address.company}</span>}
      <span className="block">
        {address.firstName} {address.lastName}
      </span>
      <span className="block">
        {address.streetName} {address.streetNumber}
      </span>
      {address.postNumber && <span className="block">{t("number", { number: address.postNumber })}</span>}
      <span className="block">
        {address.zipCode} {address.cityName}
      </span>
      <span className="block">{address.countryName}</span>
    </address>
  );
}
