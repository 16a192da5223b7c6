"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { TextField } from "@/components/ui/field";
import { Toggletip } from "@/components/ui/toggletip";
import type { Country } from "@/lib/api/types";
import { formatPhone } from "@/lib/checkout/phone";
import { useValidationText } from "@/lib/checkout/use-validation-text";
import type { AddressForm } from "./address-schema";

/** The phone number, which a forwarder needs, written in international form on leaving the field. */
export function ContactFields({ countries, required }: { countries: Country[]; required?: boolean }) {
  const t = useTranslations("checkout.address");
  const common = useTranslations("common");
  const validation = useValidationText();
  const { register, formState, getValues, setValue } = useFormContext<AddressForm>();
  const phone = register("phone");
  return (
    <div className="mt-5 flex items-end gap-2">
      <TextField
        {...phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t("phone")}
        required={required}
        optional={required ? undefined : common("optional")}
        error={validation(formState.errors.phone?.message)}
        onBlur={(event) => {
          void phone.onBlur(event);
          const country = countries.find((one) => one.id === getValues("invoice.countryId"));
          setValue("phone", formatPhone(event.target.value, country?.iso ?? "DE"), { shouldValidate: true });
        }}
        className="min-w-0 flex-1"
      />
      <div className="mb-2 self-start pt-9">
        <Toggletip label={t("phoneLabel")} text={t("phoneTip")} />
      </div>
    </div>
  );
}
