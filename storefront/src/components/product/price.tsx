import { useLocale, useTranslations } from "next-intl";
import type { Prices } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { discountPercent, formatMoney, type Money } from "@/lib/money/format";

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
      {t("base")} <Amount value={base.price} /> / {base.unit === "m2" ? "m²" : base.unit}
    </p>
  );
}

/**
 * A price with what it is compared to. An own reduction names the lowest price of the last 30 days and counts its percent
 * from it (Price Indication Ordinance, section 11); otherwise the manufacturer's price is shown and labelled as UVP.
 */
export function PriceBlock({ prices, size = "md" }: { prices: Prices; size?: "md" | "lg" }) {
  const t = useTranslations("price");
  const { price, uvp, lowest30 } = prices;
  const reference = lowest30 ?? uvp;
  const percent = reference ? discountPercent(price, reference) : 0;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Amount
          value={price}
          className={cn("font-bold tracking-[-0.02em]", size === "lg" ? "text-4xl" : "text-[1.375rem] leading-7")}
        />
        {percent > 0 && (
          <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm font-bold text-accent-dark">
            {t("discount", { percent })}
          </span>
        )}
      </div>
      <div className={cn("mt-0.5 text-ink-3", size === "lg" ? "text-sm" : "text-[0.8125rem] leading-5")}>
        <BasePrice base={prices.base} />
        {lowest30 && (
          <p>
            {t("lowest30")} <Amount value={lowest30} />
          </p>
        )}
        {uvp && uvp.minor > price.minor && (
          <p>
            {t("uvp")} <Amount value={uvp} className="line-through" />
          </p>
        )}
      </div>
    </div>
  );
}
