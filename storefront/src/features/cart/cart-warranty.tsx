"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Amount } from "@/components/product/price";
import { Radio } from "@/components/ui/radio";
import type { CartProduct } from "@/lib/api/types";
import { cn } from "@/lib/cn";

type Props = { product: CartProduct; onChoose: (id: number) => Promise<unknown> };

/**
 * The warranty extensions of a line as radio buttons, folded away until one is chosen. What is chosen (0: none) shows at once,
 * and goes back to what the cart has when onChoose ends without having changed that.
 */
export function CartWarranty({ product, onChoose }: Props) {
  const t = useTranslations("product");
  const name = useId();
  const [asked, setAsked] = useState<number>();
  const kept = product.warranties.find((warranty) => warranty.selected)?.id ?? 0;
  const chosen = asked ?? kept;
  // It stays open once it is: folding it when none is chosen would take the focus from who chose that with the keyboard.
  const [open, setOpen] = useState(false);
  if (kept > 0 && !open) setOpen(true);
  const choose = (id: number) => {
    setAsked(id);
    void onChoose(id).finally(() => setAsked((last) => (last === id ? undefined : last)));
  };
  return (
    <details
      open={open}
      className={cn("group mt-4 rounded-xl bg-paper px-4 py-3 text-sm", chosen === 0 && "print:hidden")}
    >
      <summary className="-my-1 flex list-none items-center justify-between py-1 font-semibold [&::-webkit-details-marker]:hidden">
        {t("warranty")}
        <ChevronDown aria-hidden className="size-4.5 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="mt-1.5">
        <legend className="sr-only">
          {t("warranty")}: {product.name}
        </legend>
        <Radio name={name} checked={chosen === 0} onChange={() => choose(0)}>
          {t("noWarranty")}
        </Radio>
        {product.warranties.map((warranty) => (
          <Radio key={warranty.id} name={name} checked={chosen === warranty.id} onChange={() => choose(warranty.id)}>
            <span className="min-w-0 flex-1 justify-between gap-3 text-balance xs:flex">
              {warranty.title}
              <span className="block font-semibold whitespace-nowrap">
                + <Amount value={warranty.price} />
              </span>
            </span>
          </Radio>
        ))}
      </fieldset>
    </details>
  );
}
