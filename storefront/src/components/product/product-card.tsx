import { useLocale, useTranslations } from "next-intl";
import type { Card } from "@/lib/api/types";
import { truncateName } from "@/lib/cart/truncate";
import { Link } from "@/lib/i18n/link";
import { formatInteger } from "@/lib/i18n/number";
import { CardActions } from "./card-actions";
import { EnergyLabel } from "./energy-label";
import { PriceBlock } from "./price";
import { ProductImage } from "./product-image";
import { Stars } from "./stars";

/** A product in a listing, slider or wishlist. The name's link covers the card; buttons lie above it. */
export function ProductCard({ card, eager, truncate }: { card: Card; eager?: boolean; truncate?: boolean }) {
  const t = useTranslations("product");
  const locale = useLocale();
  return (
    <article
      data-product-id={card.id}
      data-price={card.prices.price.minor}
      data-manufacturer={card.manufacturer}
      data-article-number={card.articleNumber}
      data-oms-category={card.omsCategory}
      className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-white transition-[box-shadow,border-color] duration-200 hover:border-line-2 hover:shadow-lift"
    >
      <div className="relative bg-paper">
        <ProductImage
          image={card.image}
          alt=""
          size={600}
          eager={eager}
          className="aspect-square w-full mix-blend-multiply transition-transform duration-300 group-hover:scale-[1.03]"
        />
        {card.condition !== "new" && (
          <span className="absolute top-3 left-3 rounded-full bg-white px-2.5 py-1 text-xs font-semibold">
            {t(`condition.${card.condition === "used" ? "used" : "refurbished"}`)}
          </span>
        )}
        <CardActions id={card.id} name={card.name} available={card.available} />
      </div>
      <div className="flex flex-1 flex-col p-3.5 sm:p-4">
        <p className="text-[0.8125rem] font-medium text-ink-3">{card.manufacturer}</p>
        <h3 className="mt-0.5 line-clamp-2 text-[0.9375rem] leading-snug font-semibold tracking-normal">
          <Link href={`/produkt/${card.slug}`} className="after:absolute after:inset-0 after:z-[1]">
            {truncate ? truncateName(card.name) : card.name}
          </Link>
        </h3>
        <p className="mt-2 line-clamp-3 text-[0.8125rem] leading-5 text-ink-2">{card.highlights.join(" · ")}</p>
        {card.rating && (
          <p className="mt-2 flex items-center gap-1.5 text-[0.8125rem] text-ink-2">
            <Stars tenths={card.rating.tenths} />
            <span aria-hidden>({card.rating.count})</span>
            <span className="sr-only">
              {t("ratings", { count: card.rating.count, number: formatInteger(card.rating.count, locale) })}
            </span>
          </p>
        )}
        <div className="mt-auto pt-3">
          <p className={`mb-2 text-[0.8125rem] font-medium ${card.available ? "text-good" : "text-ink-3"}`}>
            {card.available ? t("inStock") : t("outOfStock")}
          </p>
          {card.energyClass && (
            <div className="relative z-10 mb-2 w-fit">
              <EnergyLabel productId={card.id} energyClass={card.energyClass} scale={card.energyScale} />
            </div>
          )}
          <PriceBlock prices={card.prices} />
        </div>
      </div>
    </article>
  );
}
