"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { preload } from "react-dom";
import { later } from "@/components/ui/later";
import type { Card } from "@/lib/api/types";
import { useSite } from "@/lib/site/context";
import { cardMarkup, type CardLook, type CardTexts } from "./card-markup";
import { imageUrl } from "./product-image";
import { useCardButtons } from "./use-card-buttons";

const EnergyDialog = later(() => import("./energy-dialog").then((dialog) => dialog.EnergyDialog));

/** What cards say. Many cards need one of it. */
export function useCardTexts(): CardTexts {
  const locale = useLocale();
  const wishes = useTranslations("wishlist");
  const comparison = useTranslations("comparison");
  const cart = useTranslations("cart");
  const product = useTranslations("product");
  const price = useTranslations("price");
  const energy = useTranslations("energy");
  const review = useTranslations("review");
  const { whiteLabel } = useSite();
  const wishlist = whiteLabel ? undefined : wishes;
  return useMemo(
    () => ({ locale, wishlist, comparison, cart, product, price, energy, review }),
    [locale, wishlist, comparison, cart, product, price, energy, review],
  );
}

type Props = CardLook & { card: Card };

/** A product in a listing, slider or wishlist. */
export function ProductCard(props: Props) {
  return <WrittenCard {...props} texts={useCardTexts()} />;
}

/**
 * The same among others, which share the texts. React knows the card as one element: with each of its parts for one, the
 * server renders a quarter fewer listings.
 */
export function WrittenCard({ card, eager, truncate, texts }: Props & { texts: CardTexts }) {
  const article = useRef<HTMLElement>(null);
  const [label, setLabel] = useState<boolean>();
  const source = useMemo(() => cardMarkup(card, texts, { eager, truncate }).html, [card, texts, eager, truncate]);
  const html = useMemo(() => ({ __html: source }), [source]); // React writes another object's anew, though it be the same
  const press = useCardButtons(article, card, texts, html, () => setLabel(true));
  if (eager) preload(imageUrl(card.image, 600), { as: "image", fetchPriority: "high" });
  return (
    <>
      {/* The buttons are in there, and pressed by key as well. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <article
        ref={article}
        data-product-id={card.id}
        data-price={card.prices.price.minor}
        data-manufacturer={card.manufacturer}
        data-article-number={card.articleNumber}
        data-oms-category={card.omsCategory}
        onClick={press}
        className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-white transition-[box-shadow,border-color] duration-200 hover:border-line-2 hover:shadow-lift"
        dangerouslySetInnerHTML={html}
      />
      {label !== undefined && (
        <EnergyDialog productId={card.id} energyClass={card.energyClass ?? ""} open={label} onOpenChange={setLabel} />
      )}
    </>
  );
}
