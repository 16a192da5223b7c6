"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "@/components/ui/field";
import type { OptionView } from "@/lib/api/types";

type Props = { stores: OptionView[]; chosen?: string; onChoose: (store: string | undefined) => void };

/** The store in which the goods are collected, with its address once it is chosen. */
export function StoreSelect({ stores, chosen, onChoose }: Props) {
  const t = useTranslations("checkout.shipping");
  const store = stores.find((one) => one.id === chosen);
  return (
    <div className="animate-rise px-4 pb-5 sm:px-5 sm:pl-14">
      <SelectField
        label={t("store")}
        value={store?.id ?? ""}
        hint={store?.tip}
        onChange={(event) => onChoose(event.target.value || undefined)}
      >
        <option value="" lang="en">
          {t("selectStore")}
        </option>
        {stores.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
