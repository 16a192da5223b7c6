"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { PostalLines } from "@/components/address/postal-lines";
import { useAddressSearch } from "@/components/address/use-address-search";
import { Radio } from "@/components/ui/radio";
import type { CheckoutView, Country, SavedAddress } from "@/lib/api/types";
import type { Rules } from "@/lib/checkout/rules";
import { isDeliverable } from "./address-book";
import type { AddressForm } from "./address-schema";
import { DeliveryFields } from "./delivery-fields";

type Props = { view: CheckoutView; saved: SavedAddress[]; keeps: boolean; countries: Country[]; rules: Rules };

const choice =
  "rounded-xl border border-line-2/60 px-4 py-3 has-checked:border-ink has-checked:bg-paper has-enabled:hover:border-ink-2";

/**
 * The customer's delivery addresses to choose from, and a new one, which keeps says the book will have. One that is not served
 * cannot be chosen.
 */
export function SavedDeliveries({ view, saved, keeps, countries, rules }: Props) {
  const t = useTranslations("checkout.address");
  const { watch, setValue } = useFormContext<AddressForm>();
  const chosen = watch("deliveryId");
  const { found, field } = useAddressSearch(saved);
  const choose = (id: number) => setValue("deliveryId", id, { shouldValidate: true });
  return (
    <>
      {saved.length > 0 && (
        <fieldset className="mt-3 grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">{t("saved")}</legend>
          {field && <div className="grid gap-1 sm:col-span-2">{field}</div>}
          {saved
            .filter((one) => one.id === chosen || found.includes(one))
            .map((one) => (
              <Radio
                key={one.id}
                name="deliveryId"
                checked={chosen === one.id}
                disabled={!isDeliverable(one, view, rules)}
                onChange={() => choose(one.id)}
                className={choice}
              >
                <span className="min-w-0">
                  <PostalLines address={one} />
                  {!isDeliverable(one, view, rules) && <span className="block text-sm">{t("notServed")}</span>}
                </span>
              </Radio>
            ))}
          <Radio name="deliveryId" checked={chosen === 0} onChange={() => choose(0)} className={choice}>
            {t("new")}
          </Radio>
        </fieldset>
      )}
      {chosen === 0 && (
        <>
          <DeliveryFields rules={rules} countries={countries} allowed={view.deliveryAllowedCountries} />
          {keeps && <p className="mt-4 text-sm text-ink-2">{t("keeps")}</p>}
        </>
      )}
    </>
  );
}
