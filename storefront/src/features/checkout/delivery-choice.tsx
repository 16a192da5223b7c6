"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Amount } from "@/components/product/price";
import { Notice } from "@/components/ui/notice";
import type { Module, ProductView } from "@/lib/api/types";
import { ChangeCart } from "./change-cart";
import { ChoiceRow } from "./choice-list";
import { DeliveryTitle } from "./delivery-title";
import { isSelfCollector } from "./delivery";
import { StoreSelect } from "./store-select";

type Props = {
  module: Module;
  count: number;
  products: ProductView[];
  onlyPickup: boolean;
  chosen?: string;
  onChoose: (option: string | undefined) => void;
};

/** How one delivery comes: a row per option of the carriers, and one row for all stores where it can be collected. */
export function DeliveryChoice({ module, count, products, onlyPickup, chosen, onChoose }: Props) {
  const t = useTranslations("checkout");
  const stores = module.options.filter(isSelfCollector);
  const others = onlyPickup ? [] : module.options.filter((option) => !isSelfCollector(option));
  const [collects, setCollects] = useState(() => stores.some((store) => store.id === chosen) || others.length === 0);
  const [first] = stores;
  const group = `shipping-${module.id}`;
  if (others.length + stores.length === 0) {
    return (
      <section className="mt-5">
        <DeliveryTitle number={module.id} count={count} products={products} />
        <Notice tone="error" className="mt-3">
          <p>{t(count > 1 ? "shipping.noneForPart" : "shipping.none")}</p>
          <ChangeCart />
        </Notice>
      </section>
    );
  }
  return (
    <fieldset className="mt-5">
      <legend className={count > 1 ? "mb-3" : "sr-only"}>
        {count > 1 ? <DeliveryTitle number={module.id} count={count} products={products} /> : t("steps.shipping")}
      </legend>
      <ul className="overflow-hidden rounded-card border border-line-2/60">
        {others.map((option) => (
          <ChoiceRow
            key={option.id}
            group={group}
            title={option.title}
            hint={option.deliveryNote}
            fee={option.fee}
            free={t("summary.free")}
            tip={option.tip}
            tipLabel={t("shipping.tip", { option: option.title })}
            checked={!collects && chosen === option.id}
            onChoose={() => {
              setCollects(false);
              onChoose(option.id);
            }}
          />
        ))}
        {first && (
          <ChoiceRow
            group={group}
            title={<span lang="en">{t("shipping.pickup")}</span>}
            hint={first.deliveryNote}
            fee={first.fee}
            free={<Amount value={first.fee} />}
            tipLabel=""
            checked={collects}
            onChoose={() => {
              setCollects(true);
              onChoose(undefined);
            }}
          >
            {collects && <StoreSelect stores={stores} chosen={chosen} onChoose={onChoose} />}
          </ChoiceRow>
        )}
      </ul>
    </fieldset>
  );
}
