import { useEffect } from "react";
import type { CartProduct } from "@/lib/api/types";
import { inBrowser } from "@/lib/remembered/shelf";
import { rememberPrices } from "./seen-prices";

/** Remembers in this browser what a cart's products are shown for; undefined is a cart that is not known yet. */
export function useShownPrices(products: CartProduct[] | undefined): void {
  useEffect(() => {
    if (products) rememberPrices(inBrowser, products);
  }, [products]);
}
