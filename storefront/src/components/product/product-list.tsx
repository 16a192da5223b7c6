"use client";

import type { Card } from "@/lib/api/types";
import { useCardTexts, WrittenCard } from "./product-card";

/** The products of a listing in a grid; the first ones have their pictures and their layout at once. */
export function ProductList({ cards, eager }: { cards: Card[]; eager: number }) {
  const texts = useCardTexts();
  return (
    <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-3 lg:gap-4 xl:grid-cols-4">
      {cards.map((card, index) => (
        <li key={card.id} className={index < eager ? undefined : "laid-out-near"}>
          <WrittenCard card={card} eager={index < eager} texts={texts} />
        </li>
      ))}
    </ul>
  );
}
