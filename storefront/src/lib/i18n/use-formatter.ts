import { createFormatter, useLocale, useTimeZone, type Locale } from "next-intl";
import { writtenAs } from "./written-as";

/** next-intl's formatter, which writes dates and times as writtenAs has them. */
export function useFormatter() {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return createFormatter({ locale: writtenAs(locale) as Locale, timeZone });
}
