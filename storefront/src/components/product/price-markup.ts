import type { useTranslations } from "next-intl";
import type { Prices } from "@/lib/api/types";
import { cn } from "@/lib/cn";
import { markup, type Markup } from "@/lib/markup/markup";
import { discountPercent, formatMoney, type Money } from "@/lib/money/format";

type Text = ReturnType<typeof useTranslations<"price">>;

export type PriceSize = "md" | "lg";

/**
 * A price with what it is compared to. An own reduction names the lowest price of the 30 days before it and counts its percent
 * from it (Price Indication Ordinance, section 11); otherwise the manufacturer's price is shown and labelled as UVP. Goods by
 * measure say what a whole unit costs (section 4).
 */
export function priceMarkup({ price, uvp, lowest30, base }: Prices, t: Text, locale: string, size: PriceSize): Markup {
  const reference = lowest30 ?? uvp;
  const percent = reference ? discountPercent(price, reference) : 0;
  const amount = (value: Money, look?: string) =>
    markup`<span class="${cn("tabular-nums", look)}">${formatMoney(value, locale)}</span>`;
  const large = size === "lg";
  return markup`
    <div class="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      ${amount(price, cn("max-w-full font-bold tracking-[-0.02em]", large ? "text-4xl" : "text-[1.375rem] leading-7 max-xs:text-lg"))}
      ${percent > 0 && markup`<span class="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm font-bold text-accent-dark">${t("discount", { percent })}</span>`}
    </div>
    <div class="${cn("mt-0.5 text-ink-3", large ? "text-sm" : "text-[0.8125rem] leading-5")}">
      ${base && markup`<p data-base-price="${base.price.minor}">${t("base")} ${amount(base.price)} / ${unitOf(base)}</p>`}
      ${lowest30 && markup`<p>${t("lowest30")} ${amount(lowest30)}</p>`}
      ${uvp && uvp.minor > price.minor && markup`<p>${t("uvp")} ${amount(uvp, "line-through")}</p>`}
    </div>
  `;
}

/** The unit of a base price as it is written. */
export const unitOf = ({ unit }: NonNullable<Prices["base"]>) => (unit === "m2" ? "m²" : unit);
