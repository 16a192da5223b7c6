"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/field";
import type { Country } from "@/lib/api/types";
import { germany } from "@/lib/checkout/rules";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import { ownerRequired, type RegistrationValues } from "./account-schema";
import { PostalFields } from "./postal-fields";

const forms = [1, 2, 3, 4] as const;
const types = ["consumer", "reseller"] as const;

type Props = {
  countries: Country[];
  /** Without an address, where the account has one: the company's name alone. */
  address?: "with-names" | "none";
};

/** What a business tells beside the names: form, type, owner, address, VAT id abroad. */
export function BusinessFields({ countries, address }: Props) {
  const t = useTranslations("account.business");
  const validation = useValidationText();
  const { register, formState, watch } = useFormContext<RegistrationValues>();
  const { errors } = formState;
  const field = (name: "ownerFirstName" | "ownerLastName" | "ustId") => ({
    ...register(name),
    required: true,
    error: validation(errors[name]?.message),
  });
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      <h2 className="text-xl">{t("title")}</h2>
      <SelectField
        {...register("businessForm", { valueAsNumber: true })}
        label={t("form")}
        required
        error={validation(errors.businessForm?.message)}
      >
        <option value={0}>{t("choose")}</option>
        {forms.map((form) => (
          <option key={form} value={form}>
            {t(`forms.${form}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...register("businessType")}
        label={t("type")}
        required
        error={validation(errors.businessType?.message)}
      >
        <option value="">{t("choose")}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {t(`types.${type}`)}
          </option>
        ))}
      </SelectField>
      {ownerRequired(watch("businessForm")) && (
        <>
          <TextField {...field("ownerFirstName")} label={t("ownerFirstName")} />
          <TextField {...field("ownerLastName")} label={t("ownerLastName")} />
        </>
      )}
      {address === "none" ? (
        <TextField
          {...register("address.company")}
          label={t("company")}
          required
          autoComplete="organization"
          error={validation(errors.address?.company?.message)}
        />
      ) : (
        <>
          <h2 className="mt-3 text-xl">{t("address")}</h2>
          <PostalFields prefix="address." countries={countries} company="required" names={address === "with-names"} />
        </>
      )}
      {watch("address.countryId") !== germany && <TextField {...field("ustId")} label={t("vatId")} />}
    </div>
  );
}
