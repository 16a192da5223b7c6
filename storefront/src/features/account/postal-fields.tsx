"use client";

import { useTranslations } from "next-intl";
import { get, useFormContext } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/field";
import type { Country } from "@/lib/api/types";
import { formatPhone } from "@/lib/checkout/phone";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import type { AddressValues } from "./account-schema";

type Props = {
  /** Where the address stands in the form: "" or "address." */
  prefix: "" | "address.";
  countries: Country[];
  company: "none" | "optional" | "required";
  names?: boolean;
  /** Names, company and country that only the shop's people change. */
  locked?: boolean;
  /** The country is that of the billing address. */
  countryLocked?: boolean;
};

type Name = keyof AddressValues;

/** The fields of a postal address, in any form that has them. */
export function PostalFields({ prefix, countries, company, names, locked, countryLocked }: Props) {
  const t = useTranslations("checkout.address");
  const common = useTranslations("common");
  const validation = useValidationText();
  const { register, formState, getValues, setValue } = useFormContext();
  const field = (name: Name, className: string) => ({
    ...register(prefix + name),
    error: validation((get(formState.errors, prefix + name) as { message?: string } | undefined)?.message),
    className,
  });
  const phone = field("telephoneNumber", "col-span-6");
  const countryOf = () => countries.find((one) => one.id === Number(getValues(`${prefix}countryId`)))?.iso ?? "DE";
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5 max-xs:gap-x-2">
      {company !== "none" && (
        <TextField
          {...field("company", "col-span-6")}
          label={t("company")}
          required={company === "required"}
          optional={company === "optional" ? common("optional") : undefined}
          readOnly={locked}
          autoComplete="organization"
        />
      )}
      {names && (
        <>
          <TextField
            {...field("firstName", "col-span-6 sm:col-span-3")}
            label={t("firstName")}
            required
            readOnly={locked}
            autoComplete="given-name"
          />
          <TextField
            {...field("lastName", "col-span-6 sm:col-span-3")}
            label={t("lastName")}
            required
            readOnly={locked}
            autoComplete="family-name"
          />
        </>
      )}
      <TextField {...field("streetName", "col-span-4")} label={t("street")} required autoComplete="address-line1" />
      <TextField
        {...field("streetNumber", "col-span-2")}
        label={t("number")}
        placeholder={common("optional")}
        autoComplete="address-line2"
      />
      <TextField {...field("zipCode", "col-span-2")} label={t("zip")} required autoComplete="postal-code" />
      <TextField {...field("cityName", "col-span-4")} label={t("city")} required autoComplete="address-level2" />
      {countryLocked || locked ? (
        <TextField
          label={t("country")}
          value={countries.find((one) => one.id === Number(getValues(`${prefix}countryId`)))?.name ?? ""}
          readOnly
          hint={countryLocked ? t("sameCountry") : undefined}
          className="col-span-6"
        />
      ) : (
        <SelectField
          {...register(`${prefix}countryId`, { valueAsNumber: true, deps: [`${prefix}zipCode`] })}
          label={t("country")}
          autoComplete="country"
          error={validation((get(formState.errors, `${prefix}countryId`) as { message?: string } | undefined)?.message)}
          className="col-span-6"
        >
          {countries.map((country) => (
            <option key={country.id} value={country.id}>
              {country.name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        {...phone}
        type="tel"
        autoComplete="tel"
        label={t("phone")}
        optional={common("optional")}
        onBlur={(event) => {
          void phone.onBlur(event);
          setValue(phone.name, formatPhone(event.target.value, countryOf()), { shouldValidate: true });
        }}
      />
    </div>
  );
}
