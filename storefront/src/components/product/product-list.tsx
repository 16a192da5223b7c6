"use client";

import type { Card } from "@/lib/api/types";
import { useCardTexts, WrittenCard } from "./product-card";

/** The products of a listing in a grid; the pictures of the first ones are loaded at once. */
export function ProductList({ cards, eager }: { cards: Card[]; eager: number }) {
  const texts = useCardTexts();
  return (
    <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-3 lg:gap-4 xl:grid-cols-4">
      {cards.map((card, index) => (
        <li key={card.id}>
          <WrittenCard card={card} eager={index < eager} texts={texts} />
        </li>
      ))}
    </ul>
  );
}
