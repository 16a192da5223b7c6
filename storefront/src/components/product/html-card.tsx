"use client";

import { useState } from "react";
import { createPortal } from "react-dom";
import { CardActions } from "./card-actions";
import { EnergyLabel } from "./energy-label";

/** A card that the shop's own server wrote as HTML, core/httpapi/card.html. Its buttons stand in the elements that it leaves for them. */
export function HtmlCard({ html }: { html: string }) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const card = host?.querySelector<HTMLElement>("[data-product-id]");
  const actions = host?.querySelector<HTMLElement>("[data-slot=actions]");
  const energy = host?.querySelector<HTMLElement>("[data-slot=energy]");
  const id = Number(card?.dataset.productId);
  return (
    <>
      <div
        ref={setHost}
        className="h-full [&_[data-slot]:has(button)>span]:hidden"
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {card &&
        actions &&
        createPortal(
          <CardActions id={id} name={card.dataset.name ?? ""} available={card.dataset.available === "true"} />,
          actions,
        )}
      {energy &&
        createPortal(
          <EnergyLabel
            productId={id}
            energyClass={energy.dataset.energyClass ?? ""}
            scale={energy.dataset.energyScale}
          />,
          energy,
        )}
    </>
  );
}
