import { useLayoutEffect, type MouseEvent, type RefObject } from "react";
import type { Card } from "@/lib/api/types";
import type { CardTexts } from "./card-markup";
import { useProductActions } from "./product-actions";

/**
 * What the buttons of cardMarkup do in a card, and what they say of it: which lists the product is on, and what is under way.
 * They keep their elements, and with them the focus. written changes when the card was written anew.
 */
export function useCardButtons(
  article: RefObject<HTMLElement | null>,
  { id, name }: Pick<Card, "id" | "name">,
  { wishlist, comparison }: CardTexts,
  written: unknown,
  showLabel: () => void,
) {
  const { wished, compared, busy, setWished, setCompared, addToCart } = useProductActions();
  const isWished = wished.includes(id);
  const isCompared = compared.includes(id);
  const isWishing = busy.includes(`wish ${id}`);
  const isAdding = busy.includes(`cart ${id}`);

  useLayoutEffect(() => {
    const set = (what: string, attributes: Record<string, string | undefined>) => {
      const button = article.current?.querySelector(`[data-does=${what}]`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (value === undefined) button?.removeAttribute(attribute);
        else if (button?.getAttribute(attribute) !== value) button?.setAttribute(attribute, value);
      }
    };
    set("wish", {
      "data-action": isWished ? "delete" : "add",
      "aria-label": wishlist?.(isWished ? "deleteNamed" : "addNamed", { name }),
      "aria-busy": String(isWishing),
    });
    set("compare", {
      "data-chosen": isCompared ? "" : undefined,
      "aria-label": comparison(isCompared ? "deleteNamed" : "addNamed", { name }),
    });
    set("cart", { "aria-busy": String(isAdding) });
  }, [article, written, name, isWished, isCompared, isWishing, isAdding, wishlist, comparison]);

  const does: Record<string, () => void> = {
    wish: () => setWished(id, !isWished),
    compare: () => setCompared(id, !isCompared),
    cart: () => addToCart({ id, name, quantity: 1 }),
    energy: showLabel,
  };
  return (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-does]") : null;
    does[button?.dataset.does ?? ""]?.();
  };
}
