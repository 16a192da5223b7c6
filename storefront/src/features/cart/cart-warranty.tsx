"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Amount } from "@/components/product/price";
import { Radio } from "@/components/ui/radio";
import type { CartProduct } from "@/lib/api/types";

/** The warranty extensions of a line as radio buttons, folded away while none is chosen. */
export function CartWarranty({ product, onChoose }: { product: CartProduct; onChoose: (id: number) => void }) {
  const t = useTranslations("product");
  const name = useId();
  const chosen = product.warranties.find((warranty) => warranty.selected);
  return (
    <details open={chosen !== undefined} className="group mt-4 rounded-xl bg-paper px-4 py-3 text-sm">
      <summary className="flex list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {t("warranty")}
        <ChevronDown aria-hidden className="size-4.5 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="mt-1.5">
        <legend className="sr-only">{t("warranty")}</legend>
        <Radio name={name} checked={!chosen} onChange={() => onChoose(0)}>
          {t("noWarranty")}
        </Radio>
        {product.warranties.map((warranty) => (
          <Radio key={warranty.id} name={name} checked={warranty.selected} onChange={() => onChoose(warranty.id)}>
            <span className="flex-1 text-balance">{warranty.title}</span>
            <span className="font-semibold xs:whitespace-nowrap">
              + <Amount value={warranty.price} />
            </span>
          </Radio>
        ))}
      </fieldset>
    </details>
  );
}
