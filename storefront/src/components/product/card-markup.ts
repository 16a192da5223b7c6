import type { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { iconMarkup } from "@/components/ui/icon-markup";
import type { Card } from "@/lib/api/types";
import { truncateName } from "@/lib/cart/truncate";
import { cn } from "@/lib/cn";
import { formatInteger } from "@/lib/i18n/number";
import { pathIn } from "@/lib/i18n/path";
import { markup, type Markup } from "@/lib/markup/markup";
import { withUnits } from "@/lib/product/units";
import { arrowMarkup } from "./energy-arrow";
import { priceMarkup } from "./price-markup";
import { imageUrl } from "./product-image";
import { starsMarkup } from "./stars-markup";
import { roundButton } from "./wish-heart";

type Text<Namespace extends "wishlist" | "comparison" | "cart" | "product" | "price" | "energy" | "review"> =
  ReturnType<typeof useTranslations<Namespace>>;

/** What cards say. A partner's shop has no wishlist. */
export type CardTexts = {
  locale: string;
  wishlist?: Text<"wishlist">;
  comparison: Text<"comparison">;
  cart: Text<"cart">;
  product: Text<"product">;
  price: Text<"price">;
  energy: Text<"energy">;
  review: Text<"review">;
};

export type CardLook = { eager?: boolean; truncate?: boolean };

const heart = "[&[data-action=delete]>svg]:fill-accent [&[data-action=delete]>svg]:text-accent";
const scale = "[&[data-chosen]>svg]:stroke-[2.25] [&[data-chosen]>svg]:text-accent";

/** The buttons on a card's picture as they are before anything is on a list: data-does says which is which. */
function buttons({ name, available }: Card, { wishlist, comparison, cart }: CardTexts): Markup {
  return markup`
    ${
      wishlist &&
      markup`
        <button type="button" data-does="wish" data-action="add" aria-label="${wishlist("addNamed", { name })}" aria-busy="false" class="${cn(roundButton, heart, "absolute top-3 right-3 z-10")}">
          ${iconMarkup("heart", "size-5 stroke-[1.75]")}
        </button>
      `
    }
    <button type="button" data-does="compare" aria-label="${comparison("addNamed", { name })}" class="${cn(roundButton, scale, "absolute bottom-3 left-3 z-10")}">
      ${iconMarkup("scale", "size-5 stroke-[1.75]")}
    </button>
    <button type="button" data-does="cart" aria-label="${cart("addNamed", { name })}" aria-busy="false"${available ? "" : markup` disabled=""`} class="${buttonClass("ink", "icon", "absolute right-3 bottom-3 z-10")}">
      ${iconMarkup("cart", "size-5")}
    </button>
  `;
}

/**
 * What stands in a product's card. The name's link covers the card; buttons lie above it. Name and highlights take their lines even
 * where they have less to say, so that prices stand in one line across a row of cards.
 */
export function cardMarkup(card: Card, texts: CardTexts, { eager, truncate }: CardLook): Markup {
  const { locale, product, energy, review } = texts;
  const { rating } = card;
  return markup`
    <div class="relative bg-paper">
      <img src="${imageUrl(card.image, 600)}" alt="" width="600" height="600" loading="${eager ? "eager" : "lazy"}" fetchpriority="${eager ? "high" : "auto"}" decoding="async" class="aspect-square w-full object-contain mix-blend-multiply transition-transform duration-300 group-hover:scale-[1.03]">
      ${
        card.condition !== "new" &&
        markup`
          <span class="absolute top-3 left-3 rounded-full bg-white px-2.5 py-1 text-xs font-semibold">
            ${product(`condition.${card.condition === "used" ? "used" : "refurbished"}`)}
          </span>
        `
      }
      ${buttons(card, texts)}
    </div>
    <div class="flex flex-1 flex-col p-3.5 sm:p-4">
      <p class="truncate text-[0.8125rem] font-medium text-ink-3">${card.manufacturer}</p>
      <h3 class="mt-0.5 line-clamp-2 min-h-[2lh] text-[0.9375rem] leading-snug font-semibold tracking-normal">
        <a data-page-link="" class="after:absolute after:inset-0 after:z-[1]" href="${pathIn(locale, `/produkt/${card.slug}`)}">
          ${withUnits(truncate ? truncateName(card.name) : card.name)}
        </a>
      </h3>
      <p class="mt-2 line-clamp-3 min-h-[3lh] text-[0.8125rem] leading-5 text-ink-2">${withUnits(card.highlights.join("\u00a0· "))}</p>
      <div class="pt-3">
        <p class="${cn("mb-2 text-[0.8125rem] font-medium", card.available ? "text-good" : "text-ink-3")}">
          ${product(card.available ? "inStock" : "outOfStock")}
        </p>
        ${
          card.energyClass &&
          markup`
            <div class="relative z-10 mb-2 w-fit">
              <button type="button" data-does="energy" aria-label="${energy("of", { class: card.energyClass, name: card.name })}" class="inline-flex">
                ${arrowMarkup(card.energyClass, card.energyScale, "md")}
              </button>
            </div>
          `
        }
        ${priceMarkup(card.prices, texts.price, locale, "md")}
      </div>
      ${
        rating &&
        markup`
          <p class="mt-auto flex items-center gap-1.5 pt-2 text-[0.8125rem] text-ink-2">
            ${starsMarkup(rating.tenths, review, locale)}
            <span aria-hidden="true">(${rating.count})</span>
            <span class="sr-only">
              ${product("ratings", { count: rating.count, number: formatInteger(rating.count, locale) })}
            </span>
          </p>
        `
      }
    </div>
  `;
}
