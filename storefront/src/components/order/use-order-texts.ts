import { useLocale } from "next-intl";
import { priceText, sumText } from "@/lib/account/order";
import { useFormatter } from "@/lib/i18n/use-formatter";

/** How prices, sums and days of orders read in the page's language. */
export function useOrderTexts() {
  const locale = useLocale();
  const format = useFormatter();
  return {
    price: (price: string | undefined) => priceText(price, locale),
    sum: (price: string | undefined) => sumText(price, locale),
    day: (date: string) => format.dateTime(new Date(date), { dateStyle: "medium" }),
  };
}
