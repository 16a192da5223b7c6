"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { TextField } from "@/components/ui/field";
import type { SavedAddress } from "@/lib/api/types";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import type { AddressValues } from "./account-schema";

type Place = SavedAddress & { type: "dhlpackstation" | "hermespaketshop" };

/** Whether parcels for an entry of the address book are collected at a place of the carrier's. */
export const isCollected = (one: SavedAddress): one is Place =>
  one.type === "dhlpackstation" || one.type === "hermespaketshop";

/** Who collects at such a place. The place itself was found in the checkout and stays as it is. */
export function CollectedFields({ place }: { place: Place }) {
  const t = useTranslations("checkout.pickup");
  const address = useTranslations("checkout.address");
  const validation = useValidationText();
  const { register, formState } = useFormContext<AddressValues>();
  const field = (name: keyof AddressValues) => ({
    ...register(name),
    error: validation(formState.errors[name]?.message),
    required: true,
  });
  return (
    <>
      <p className="leading-relaxed break-words">
        <span className="block font-semibold">{t(`types.${place.type}`)}</span>
        {place.company && <span className="block">{place.company}</span>}
        <span className="block">{`${place.streetName} ${place.streetNumber}`}</span>
        <span className="block">{`${place.zipCode} ${place.cityName}`}</span>
      </p>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...field("firstName")} label={address("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} label={address("lastName")} autoComplete="family-name" />
        {place.type === "dhlpackstation" && (
          <TextField
            {...field("postNumber")}
            label={t("postNumber")}
            hint={t("postNumberHint")}
            inputMode="numeric"
            autoComplete="off"
            className="sm:col-span-2"
          />
        )}
      </div>
    </>
  );
}
