"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Amount } from "@/components/product/price";
import { Radio } from "@/components/ui/radio";
import type { Warranty } from "@/lib/api/types";

type Props = { warranties: Warranty[]; value: number; onChange: (id: number) => void };

/** The warranty extensions of a product, and none. */
export function WarrantyChoice({ warranties, value, onChange }: Props) {
  const t = useTranslations("product");
  const name = useId();
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="float-left mb-1 font-semibold">{t("warranty")}</legend>
      <div className="clear-both">
        <Radio name={name} checked={value === 0} onChange={() => onChange(0)}>
          {t("noWarranty")}
        </Radio>
        {warranties.map((warranty) => (
          <Radio key={warranty.id} name={name} checked={value === warranty.id} onChange={() => onChange(warranty.id)}>
            <span className="min-w-0 flex-1 flex-wrap gap-x-3 text-balance xs:flex">
              <span className="flex-1">{warranty.title}</span>
              <span className="block font-semibold whitespace-nowrap">
                + <Amount value={warranty.price} />
              </span>
            </span>
          </Radio>
        ))}
      </div>
    </fieldset>
  );
}
