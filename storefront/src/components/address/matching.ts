import type { PostalAddress } from "@/lib/api/types";

const textOf = (one: PostalAddress) =>
  [
    one.company,
    one.firstName,
    one.lastName,
    one.streetName,
    one.streetNumber,
    one.zipCode,
    one.cityName,
    one.countryName,
  ]
    .join(" ")
    .replace(/\s+/g, " ");

/** The addresses in which each word of a search stands, whether in small letters or capitals. */
export function matching<T extends PostalAddress>(list: T[], search: string, locale: string): T[] {
  const words = search.toLocaleLowerCase(locale).split(/\s+/);
  return list.filter((one) => {
    const text = textOf(one).toLocaleLowerCase(locale);
    return words.every((word) => text.includes(word));
  });
}
