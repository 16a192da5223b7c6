"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useProductActions } from "./product-actions";

type Props = {
  id: number;
  name: string;
  quantity?: number;
  available: boolean;
  compact?: boolean;
  onAdded?: () => void;
  className?: string;
};

/** Puts a product into the cart. */
export function AddToCart({ id, name, quantity = 1, available, compact, onAdded, className }: Props) {
  const t = useTranslations("cart");
  const { busy, addToCart } = useProductActions();
  return (
    <Button
      look={compact ? "ink" : "primary"}
      size={compact ? "icon" : "lg"}
      aria-label={compact ? t("addNamed", { name }) : undefined}
      disabled={!available}
      aria-busy={busy.includes(`cart ${id}`)}
      onClick={() => addToCart({ id, name, quantity }, onAdded)}
      className={className}
    >
      <ShoppingCart aria-hidden className="size-5" />
      {!compact && t(available ? "add" : "soldOut")}
    </Button>
  );
}
