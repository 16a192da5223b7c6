import { useLocale, useTranslations } from "next-intl";
import type { Prices } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { formatMoney, type Money } from "@/lib/money/format";
import { priceMarkup, unitOf, type PriceSize } from "./price-markup";

/** An amount in the page's language. */
export function Amount({ value, className }: { value: Money; className?: string }) {
  const locale = useLocale();
  return <span className={cn("tabular-nums", className)}>{formatMoney(value, locale)}</span>;
}

/** What a whole unit of goods by measure costs: Price Indication Ordinance, section 4. */
export function BasePrice({ base }: { base: Prices["base"] }) {
  const t = useTranslations("price");
  if (!base) return null;
  return (
    <p data-base-price={base.price.minor}>
      {t("base")} <Amount value={base.price} /> / {unitOf(base)}
    </p>
  );
}

/** A price with what it is compared to, as on cards. */
export function PriceBlock({ prices, size = "md" }: { prices: Prices; size?: PriceSize }) {
  const t = useTranslations("price");
  const locale = useLocale();
  return <div className="min-w-0" dangerouslySetInnerHTML={{ __html: priceMarkup(prices, t, locale, size).html }} />;
}
