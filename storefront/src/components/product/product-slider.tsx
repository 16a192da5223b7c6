"use client";

import { Carousel } from "@/components/ui/carousel";
import type { Card } from "@/lib/api/types";
import { useCardTexts, WrittenCard } from "./product-card";

/** The width of a slide of products. */
export const slideWidth =
  "basis-[72%] min-w-48 sm:basis-[42%] md:basis-[calc((100%-1.25rem)/3)] lg:basis-[calc((100%-1.875rem)/4)] xl:basis-[calc((100%-2.5rem)/5)]";

/** Products side by side under a heading; nothing when there are none. */
export function ProductSlider({ title, cards }: { title: string; cards: Card[] }) {
  const texts = useCardTexts();
  if (cards.length === 0) return null;
  return (
    <Carousel label={title} heading={<h2 className="text-2xl lg:text-[1.75rem]">{title}</h2>} slide={slideWidth}>
      {cards.map((card) => (
        <WrittenCard key={card.id} card={card} texts={texts} />
      ))}
    </Carousel>
  );
}
