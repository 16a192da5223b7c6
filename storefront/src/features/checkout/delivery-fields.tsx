"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { TextField } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import type { Country } from "@/lib/api/types";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { germany, type Rules } from "@/lib/checkout/rules";
import { AddressFields } from "./address-fields";
import { deliveryCountry, typeOf, type AddressForm, type DeliveryType } from "./address-schema";
import { PickupFinder } from "./pickup-finder";

const types: readonly DeliveryType[] = ["delivery", "dhlpackstation", "hermespaketshop"];
type Props = { rules: Rules; countries: Country[]; allowed: number[] };

/**
 * Where the goods go if not to the invoice address: to another door, a Packstation or a parcel shop. allowed are the
 * countries that all goods may go to; empty is all.
 */
export function DeliveryFields({ rules, countries, allowed }: Props) {
  const t = useTranslations("checkout.pickup");
  const { watch, getValues, setValue, resetField } = useFormContext<AddressForm>();
  const values = watch();
  const type = typeOf(values, rules);
  const locked = !rules.deliveryAnywhere || values.business;
  const change = useCallback(
    (next: DeliveryType) => {
      const { invoice, delivery } = getValues();
      // Who collects a parcel is mostly who orders it.
      const one = next !== "delivery" && !delivery.firstName && !delivery.lastName ? invoice : delivery;
      resetField("delivery", { defaultValue: { ...blankPlace, firstName: one.firstName, lastName: one.lastName } });
      setValue("deliveryType", next, { shouldValidate: true });
    },
    [getValues, resetField, setValue],
  );
  // Goods that leave Germany with the billed country go to no pickup point, and its address is nobody's door.
  const barred = type !== values.deliveryType;
  useEffect(() => {
    if (barred) change("delivery");
  }, [barred, change]);
  return (
    <>
      {deliveryCountry(values, rules) === germany && (
        <fieldset className="mt-2 flex flex-wrap gap-x-4 sm:gap-x-6">
          <legend className="sr-only">{t("type")}</legend>
          {types.map((one) => (
            <Radio key={one} name="deliveryType" checked={type === one} onChange={() => change(one)}>
              {t(`types.${one}`)}
            </Radio>
          ))}
        </fieldset>
      )}
      {type === "delivery" ? (
        <AddressFields
          name="delivery"
          countries={locked || allowed.length === 0 ? countries : countries.filter(({ id }) => allowed.includes(id))}
          countryLocked={locked}
          withCompany
        />
      ) : (
        <PickupFields key={type} type={type} />
      )}
    </>
  );
}

const blankPlace = {
  company: "",
  streetName: "",
  streetNumber: "",
  zipCode: "",
  cityName: "",
  countryId: germany,
  postNumber: "",
  pointId: "",
};

function PickupFields({ type }: { type: Exclude<DeliveryType, "delivery"> }) {
  const t = useTranslations("checkout");
  const validation = useValidationText();
  const { register, formState } = useFormContext<AddressForm>();
  const errors = formState.errors.delivery;
  return (
    <div className="mt-4 grid grid-cols-6 gap-x-4 gap-y-5">
      {(["firstName", "lastName"] as const).map((name) => (
        <TextField
          key={name}
          {...register(`delivery.${name}`)}
          label={t(`address.${name}`)}
          error={validation(errors?.[name]?.message)}
          required
          autoComplete={name === "firstName" ? "shipping given-name" : "shipping family-name"}
          className="col-span-6 sm:col-span-3"
        />
      ))}
      {type === "dhlpackstation" && (
        <TextField
          {...register("delivery.postNumber")}
          label={t("pickup.postNumber")}
          hint={t("pickup.postNumberHint")}
          error={validation(errors?.postNumber?.message)}
          required
          inputMode="numeric"
          autoComplete="off"
          className="col-span-6"
        />
      )}
      <PickupFinder type={type} />
    </div>
  );
}
