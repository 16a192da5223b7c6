"use client";

import { AddToCart } from "./add-to-cart";
import { CompareButton } from "./compare-button";
import { WishHeart } from "./wish-heart";

/** The buttons on a card's picture: wishlist, comparison, cart. */
export function CardActions({ id, name, available }: { id: number; name: string; available: boolean }) {
  return (
    <>
      <WishHeart id={id} name={name} className="absolute top-3 right-3 z-10" />
      <CompareButton id={id} name={name} className="absolute bottom-3 left-3 z-10" />
      <AddToCart compact id={id} name={name} available={available} className="absolute right-3 bottom-3 z-10" />
    </>
  );
}
