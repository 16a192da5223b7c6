"use client";

import { useTranslations } from "next-intl";
import { useFormContext, type FieldPath } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/field";
import { Unbroken } from "@/components/ui/unbroken";
import type { Country } from "@/lib/api/types";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import type { AddressForm, AddressName } from "./address-schema";
import { vatIdField } from "./vat-id-field";

// What is held against the country, and so is looked at again when it changes; not what nobody has come to yet.
const dependents = {
  invoice: ["invoice.zipCode", "phone", "vatId"],
  delivery: ["delivery.zipCode"],
} satisfies Record<AddressName, FieldPath<AddressForm>[]>;

type Props = {
  name: AddressName;
  countries: Country[];
  withCompany?: boolean;
  withVatId?: boolean;
  /** The delivery country follows the billing country. */
  countryLocked?: boolean;
  /** Names, company and country that only the shop's people change. */
  locked?: boolean;
};

/** The fields of one address. */
export function AddressFields({ name, countries, withCompany, withVatId, countryLocked, locked }: Props) {
  const t = useTranslations("checkout.address");
  const common = useTranslations("common");
  const validation = useValidationText();
  const { register, formState, watch, trigger, getValues, getFieldState } = useFormContext<AddressForm>();
  const errors = formState.errors[name];
  const vatId = vatIdField(countries.find((country) => country.id === watch("invoice.countryId")));
  const section = name === "invoice" ? "billing" : "shipping";
  const field = (
    key: "company" | "firstName" | "lastName" | "streetName" | "streetNumber" | "zipCode" | "cityName",
  ) => ({
    ...register(`${name}.${key}`),
    error: validation(errors?.[key]?.message),
  });
  const lookAgain = () =>
    trigger(dependents[name].filter((one) => getValues(one) !== "" || getFieldState(one).error !== undefined));
  return (
    <div className="mt-4 grid grid-cols-6 gap-x-4 gap-y-5 max-xs:gap-x-2">
      {withCompany && (
        <TextField
          {...field("company")}
          label={t("company")}
          readOnly={locked && formState.defaultValues?.[name]?.company !== ""}
          required={name === "invoice"}
          optional={name === "delivery" ? common("optional") : undefined}
          autoComplete={`${section} organization`}
          className="col-span-6"
        />
      )}
      {withVatId && (
        <TextField
          {...register("vatId")}
          label={t("vatId")}
          error={validation(formState.errors.vatId?.message)}
          hint={<Unbroken text={t(vatId.hint, { prefix: vatId.prefix })} />}
          required={vatId.required}
          optional={vatId.required ? undefined : common("optional")}
          className="col-span-6"
        />
      )}
      <TextField
        {...field("firstName")}
        label={t("firstName")}
        required
        readOnly={locked}
        autoComplete={`${section} given-name`}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        {...field("lastName")}
        label={t("lastName")}
        required
        readOnly={locked}
        autoComplete={`${section} family-name`}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        {...field("streetName")}
        label={t("street")}
        required
        autoComplete={`${section} address-line1`}
        className="col-span-4"
      />
      <TextField
        {...field("streetNumber")}
        label={t("number")}
        placeholder={common("optional")}
        autoComplete={`${section} address-line2`}
        className="col-span-2"
      />
      <TextField
        {...field("zipCode")}
        label={t("zip")}
        required
        autoComplete={`${section} postal-code`}
        className="col-span-2"
      />
      <TextField
        {...field("cityName")}
        label={t("city")}
        required
        autoComplete={`${section} address-level2`}
        className="col-span-4"
      />
      {!countryLocked && !locked ? (
        <SelectField
          {...register(`${name}.countryId`, { valueAsNumber: true, onChange: lookAgain })}
          label={t("country")}
          autoComplete={`${section} country`}
          error={validation(errors?.countryId?.message)}
          className="col-span-6"
        >
          {countries.map((country) => (
            <option key={country.id} value={country.id}>
              {country.name}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label={t("country")}
          value={countries.find((country) => country.id === watch("invoice.countryId"))?.name ?? ""}
          disabled
          readOnly
          hint={locked ? undefined : t("sameCountry")}
          className="col-span-6"
        />
      )}
    </div>
  );
}
