"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { useSite } from "@/lib/site/context";
import { useProductActions } from "./product-actions";

/** A round button that lies on a card's picture. */
export const roundButton =
  "grid size-10 place-items-center rounded-full border border-line bg-white transition-colors hover:border-ink";

type Props = { id: number; name: string; labelled?: boolean; className?: string };

/** Adds a product to the wishlist or deletes it from there, whichever it says. A partner's shop has no wishlist. */
export function WishHeart({ id, name, labelled, className }: Props) {
  const t = useTranslations("wishlist");
  const { whiteLabel } = useSite();
  const { wished, busy, setWished } = useProductActions();
  const chosen = wished.includes(id);
  const action = chosen ? "delete" : "add";
  const named = t(`${action}Named`, { name });
  if (whiteLabel) return null;
  return (
    <button
      type="button"
      data-action={action}
      aria-label={labelled ? `${t(action)}: ${named}` : named}
      aria-busy={busy.includes(`wish ${id}`)}
      onClick={() => setWished(id, !chosen)}
      className={labelled ? buttonClass("quiet", "sm", className) : cn(roundButton, className)}
    >
      <Heart aria-hidden className={cn("size-5", chosen && "fill-accent text-accent")} strokeWidth={1.75} />
      {labelled && <span aria-hidden>{t(action)}</span>}
    </button>
  );
}
